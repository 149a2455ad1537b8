<?php

namespace Messenger\Controllers;

use Messenger\Models\Chat;
use Messenger\Resources\ChatResource;

class ChatController
{
    public function index(int $customer)
    {
        return ChatResource::collection(
            Chat::where('customer_id', $customer)
                ->with('account', 'lastMessage')
                ->withCount('unread as customer_unread_count')
                ->withMax('messages', 'id')
                ->orderByDesc('messages_max_id')
                ->simplePaginate()
        );
    }
}
