<?php

namespace Messenger\Models;

use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;
use Illuminate\Database\Eloquent\Relations\HasMany;
use Illuminate\Database\Eloquent\Relations\HasOne;

/** The conversation of one customer with one account. */
class Chat extends Model
{
    const UPDATED_AT = null;
    protected $guarded = [];

    public function account(): BelongsTo
    {
        return $this->belongsTo(Account::class);
    }

    public function messages(): HasMany
    {
        return $this->hasMany(TextMessage::class);
    }

    public function lastMessage(): HasOne
    {
        return $this->hasOne(TextMessage::class)->latestOfMany();
    }

    public function unread(): HasMany
    {
        return $this->messages()->where('type', 'outbound')->where('is_read', false);
    }

    public function add(array $message): TextMessage
    {
        return $this->messages()->create(
            $message + ['customer_id' => $this->customer_id, 'account_id' => $this->account_id]
        );
    }
}
