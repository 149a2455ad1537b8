<?php

namespace Messenger\Resources;

use Illuminate\Http\Resources\Json\JsonResource;

class ChatResource extends JsonResource
{
    public function toArray($request): array
    {
        return [
            'id' => $this->id,
            'account' => [
                'id' => $this->account->id,
                'title' => $this->account->title,
                'deals_site_settings' => ['deals_emails_logo' => $this->account->logo],
            ],
            'customer_unread_count' => $this->customer_unread_count,
            'created_at' => $this->created_at,
            'last_message' => new TextMessageResource($this->lastMessage),
        ];
    }
}
