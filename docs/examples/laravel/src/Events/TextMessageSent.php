<?php

namespace Messenger\Events;

use Illuminate\Broadcasting\InteractsWithSockets;
use Illuminate\Broadcasting\PrivateChannel;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;
use Messenger\Models\TextMessage;
use Messenger\Resources\TextMessageResource;

abstract class TextMessageSent implements ShouldBroadcastNow
{
    use InteractsWithSockets;

    public function __construct(private TextMessage $message)
    {
    }

    public function broadcastOn(): PrivateChannel
    {
        return new PrivateChannel("App.Models.Customer.{$this->message->customer_id}");
    }

    /** Without the namespace: the messenger listens to `.TextMessageOutboundSent`. */
    public function broadcastAs(): string
    {
        return class_basename($this);
    }

    public function broadcastWith(): array
    {
        return ['message' => (new TextMessageResource($this->message))->resolve()];
    }

    /** The message is stored whether or not the realtime server can be reached: the messenger fetches what it missed. */
    public static function tell(TextMessage $message): void
    {
        rescue(fn () => broadcast(new static($message))->toOthers());
    }
}
