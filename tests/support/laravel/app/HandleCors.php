<?php

use Illuminate\Http\Request;

/** In place of Laravel's middleware of this name: adds the headers that config/cors.php asks for. */
class HandleCors
{
    public function handle(Request $request, Closure $next)
    {
        $config = config('cors');
        if (!$request->is($config['paths'])) {
            return $next($request);
        }
        $response = $request->isMethod('OPTIONS') ? response()->noContent() : $next($request);
        if (in_array($request->header('Origin'), $config['allowed_origins'], true)) {
            $response->headers->set('Access-Control-Allow-Origin', $request->header('Origin'));
            $response->headers->set('Access-Control-Allow-Methods', implode(', ', $config['allowed_methods']));
            $response->headers->set('Access-Control-Allow-Headers', implode(', ', $config['allowed_headers']));
        }

        return $response;
    }
}
