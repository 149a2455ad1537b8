<?php

// What the files in the config folder of an app say together. APP_CONFIG_CACHE names this file.

use Illuminate as I;

return [
    'app' => [
        'env' => 'production',
        'debug' => false,
        'locale' => 'en',
        'fallback_locale' => 'en',
        'providers' => [
            I\Auth\AuthServiceProvider::class,
            I\Broadcasting\BroadcastServiceProvider::class,
            I\Bus\BusServiceProvider::class,
            I\Cache\CacheServiceProvider::class,
            I\Database\DatabaseServiceProvider::class,
            I\Filesystem\FilesystemServiceProvider::class,
            I\Foundation\Providers\ConsoleSupportServiceProvider::class,
            I\Foundation\Providers\FoundationServiceProvider::class,
            I\Hashing\HashServiceProvider::class,
            I\Pagination\PaginationServiceProvider::class,
            I\Queue\QueueServiceProvider::class,
            I\Translation\TranslationServiceProvider::class,
            I\Validation\ValidationServiceProvider::class,
            I\View\ViewServiceProvider::class,
            ...(getenv('APP_ROUTES') ? [] : [Messenger\MessengerServiceProvider::class]),
        ],
        'aliases' => [],
    ],
    'auth' => [
        'defaults' => ['guard' => 'web'],
        'guards' => ['web' => ['driver' => 'visitor']],
        'providers' => [],
    ],
    'broadcasting' => [
        'default' => 'pusher',
        'connections' => [
            'pusher' => [
                'driver' => 'pusher',
                'key' => env('PUSHER_APP_KEY'),
                'secret' => env('PUSHER_APP_SECRET'),
                'app_id' => env('PUSHER_APP_ID'),
                'options' => [
                    'host' => env('PUSHER_HOST'),
                    'port' => env('PUSHER_PORT'),
                    'scheme' => env('PUSHER_SCHEME'),
                ],
            ],
        ],
    ],
    'cache' => ['default' => 'array', 'stores' => ['array' => ['driver' => 'array']]],
    'cors' => require getenv('APP_EXAMPLE') . '/config/cors.php',
    'database' => [
        'default' => 'sqlite',
        'connections' => [
            'sqlite' => [
                'driver' => 'sqlite',
                'database' => getenv('APP_FOLDER') . '/database.sqlite',
                'foreign_key_constraints' => true,
            ],
        ],
        'migrations' => 'migrations',
    ],
    'logging' => [
        'default' => 'stderr',
        'channels' => [
            'stderr' => [
                'driver' => 'monolog',
                'handler' => Monolog\Handler\StreamHandler::class,
                'with' => ['stream' => 'php://stderr'],
            ],
        ],
    ],
    'hashing' => ['driver' => 'bcrypt'],
    'queue' => ['default' => 'sync', 'connections' => ['sync' => ['driver' => 'sync']]],
    'services' => ['plat' => ['secret_key' => env('PLAT_SECRET_KEY')]],
    'view' => ['paths' => [], 'compiled' => getenv('APP_FOLDER')],
];
