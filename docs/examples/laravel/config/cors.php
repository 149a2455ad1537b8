<?php

// config/cors.php of your app: pages of these origins may embed the messenger.
return [
    'paths' => ['customer/api/*', 'broadcasting/*'],
    'allowed_origins' => explode(',', env('PAGE_ORIGINS', '')),
    'allowed_origins_patterns' => [],
    'allowed_methods' => ['GET', 'POST', 'PUT'],
    'allowed_headers' => ['Authorization', 'Accept', 'Content-Type', 'Idempotency-Key', 'X-Socket-ID'],
    'exposed_headers' => [],
    'max_age' => 600,
    'supports_credentials' => false,
];
