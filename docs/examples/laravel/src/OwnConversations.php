<?php

namespace Messenger;

use Closure;
use Illuminate\Http\Request;

/** Customers reach only what is below their own id. */
class OwnConversations
{
    public function handle(Request $request, Closure $next)
    {
        $isOwn = (int) $request->route('customer') === $request->user()->id;
        abort_unless($isOwn, 403, 'These conversations belong to somebody else.');

        return $next($request);
    }
}
