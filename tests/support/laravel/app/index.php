<?php

// The smallest Laravel app, on Debian's php-laravel-framework. It has what the app of an owner has around the example or the snippet.
// `php index.php migrate` is its artisan, and `php -S 127.0.0.1:8000 index.php` serves it. APP_FOLDER is for what it writes.

use Illuminate\Auth\GenericUser;
use Illuminate\Contracts;
use Illuminate\Foundation;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Route;

require 'Illuminate/autoload.php';
require 'GuzzleHttp/autoload.php';
// Composer would install these two. Debian has neither.
require __DIR__ . '/Pusher.php';
require __DIR__ . '/HandleCors.php';

spl_autoload_register(function (string $class) {
    $file = getenv('APP_EXAMPLE') . '/src/' . strtr(substr($class, strlen('Messenger\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Messenger\\') && is_file($file)) {
        require $file;
    }
});

class HttpKernel extends Foundation\Http\Kernel
{
    protected $middleware = [HandleCors::class];
    protected $routeMiddleware = ['auth' => Illuminate\Auth\Middleware\Authenticate::class];
}

$app = new Foundation\Application(getenv('APP_FOLDER'));
$app->singleton(Contracts\Http\Kernel::class, HttpKernel::class);
$app->singleton(Contracts\Console\Kernel::class, Foundation\Console\Kernel::class);
$app->singleton(Contracts\Debug\ExceptionHandler::class, Foundation\Exceptions\Handler::class);

// A routes file instead of the example, for a visitor who is logged in.
if ($routes = getenv('APP_ROUTES')) {
    $app->booted(function () use ($routes) {
        $visitor = new GenericUser(['id' => 7, 'email' => 'ann@example.com', 'name' => 'Ann Lee']);
        Auth::viaRequest('visitor', fn () => $visitor);
        Route::group([], $routes);
    });
}

if (PHP_SAPI === 'cli') {
    exit($app->make(Contracts\Console\Kernel::class)->handle(
        new Symfony\Component\Console\Input\ArgvInput(),
        new Symfony\Component\Console\Output\ConsoleOutput()
    ));
}
$app->make(Contracts\Http\Kernel::class)->handle(Request::capture())->send();
