<?php

namespace Messenger\Controllers;

use Illuminate\Database\QueryException;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Validator;
use Messenger\Events\TextMessageInboundSent;
use Messenger\Models\Chat;
use Messenger\Models\TextMessage;
use Messenger\Resources\TextMessageResource;

class TextMessageController
{
    public function index(Request $request, int $customer)
    {
        return TextMessageResource::collection(
            TextMessage::where('customer_id', $customer)
                ->where('account_id', $request->input('filter.account_id'))
                ->orderByDesc('id')
                ->simplePaginate()
                ->withQueryString()
        );
    }

    /** A repeat with the same Idempotency-Key is answered with the first message. */
    public function store(Request $request, int $customer, int $account)
    {
        $input = ['message' => $request->input('message'), 'key' => $request->header('Idempotency-Key')];
        $rules = ['message' => 'required|string|max:1000', 'key' => 'nullable|string|max:64'];
        ['message' => $body, 'key' => $key] = Validator::make($input, $rules)->validate();

        $message = $this->sentWith($key, $customer) ?? $this->send($customer, $account, $body, $key);
        $isSame = $message->body === $body && $message->account_id === $account;
        abort_unless($isSame, 409, 'This Idempotency-Key belongs to another message.');

        return (new TextMessageResource($message))->response()->setStatusCode(201);
    }

    private function sentWith(?string $key, int $customer): ?TextMessage
    {
        return $key ? TextMessage::where(['customer_id' => $customer, 'idempotency_key' => $key])->first() : null;
    }

    private function send(int $customer, int $account, string $body, ?string $key): TextMessage
    {
        $chat = Chat::where(['customer_id' => $customer, 'account_id' => $account])->first();
        abort_unless($chat, 404, 'There is no such conversation.');
        try {
            $message = $chat->add(['type' => 'inbound', 'body' => $body, 'is_read' => true, 'idempotency_key' => $key]);
        } catch (QueryException $error) {
            // The repeat was stored while this one was under way.
            return $this->sentWith($key, $customer) ?? throw $error;
        }
        TextMessageInboundSent::tell($message);

        return $message;
    }
}
