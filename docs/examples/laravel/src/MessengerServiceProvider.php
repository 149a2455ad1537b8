<?php

namespace Messenger;

use Illuminate\Support\ServiceProvider;
use Messenger\Models\Account;
use Messenger\Models\Customer;

class MessengerServiceProvider extends ServiceProvider
{
    /** Bearer tokens from two tables. Replace the guards with your own login, such as Sanctum. */
    public function register(): void
    {
        foreach (['customer' => Customer::class, 'account' => Account::class] as $guard => $model) {
            config([
                "auth.providers.$guard" => ['driver' => 'eloquent', 'model' => $model],
                "auth.guards.$guard" => ['driver' => 'token', 'provider' => $guard, 'hash' => true],
            ]);
        }
    }

    public function boot(): void
    {
        $this->loadMigrationsFrom(__DIR__ . '/../database/migrations');
        $this->loadRoutesFrom(__DIR__ . '/../routes/messenger.php');
    }
}
