<?php

namespace Messenger\Models;

use Illuminate\Database\Eloquent\Model;

/** `inbound` came from the customer, `outbound` goes to the customer. */
class TextMessage extends Model
{
    const UPDATED_AT = null;
    protected $guarded = [];
    protected $casts = ['customer_id' => 'integer', 'account_id' => 'integer', 'is_read' => 'boolean'];
}
