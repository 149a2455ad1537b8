<?php

namespace Messenger\Controllers;

use Illuminate\Http\Request;
use Messenger\Models\TextMessage;

class ReadStateController
{
    public function update(Request $request, int $customer)
    {
        $request->validate(['text_messages_ids' => 'required|array', 'text_messages_ids.*' => 'integer']);
        TextMessage::where('customer_id', $customer)
            ->whereIn('id', $request->input('text_messages_ids'))
            ->update(['is_read' => true]);

        return response()->noContent();
    }
}
