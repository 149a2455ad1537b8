<?php

namespace Messenger\Controllers;

use Illuminate\Http\Request;
use Messenger\Events\TextMessageOutboundSent;
use Messenger\Models\Chat;
use Messenger\Resources\TextMessageResource;

class AccountMessageController
{
    public function store(Request $request, int $customer)
    {
        ['message' => $body] = $request->validate(['message' => 'required|string|max:1000']);
        $chat = Chat::where(['customer_id' => $customer, 'account_id' => $request->user()->id])->first();
        abort_unless($chat, 403, 'This is not your conversation.');
        $message = $chat->add(['type' => 'outbound', 'body' => $body, 'is_read' => false]);
        TextMessageOutboundSent::tell($message);

        return (new TextMessageResource($message))->response()->setStatusCode(201);
    }
}
