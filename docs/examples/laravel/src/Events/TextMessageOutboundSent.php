<?php

namespace Messenger\Events;

/** To the customer. */
class TextMessageOutboundSent extends TextMessageSent
{
}
