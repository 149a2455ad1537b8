<?php

namespace Messenger\Resources;

use Illuminate\Http\Resources\Json\JsonResource;

class TextMessageResource extends JsonResource
{
    public function toArray($request): array
    {
        return [
            'id' => $this->id,
            'account_id' => $this->account_id,
            'customer_id' => $this->customer_id,
            'type' => $this->type,
            'action' => null,
            'channel' => 'app',
            'calculated_body' => $this->body,
            'calculated_send_datetime' => $this->created_at,
            'created_at' => $this->created_at,
            'is_read' => $this->is_read,
            'idempotency_key' => $this->idempotency_key,
            'property' => null,
            'offer' => null,
            'inquiry' => null,
        ];
    }
}
