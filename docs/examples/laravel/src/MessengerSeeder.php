<?php

namespace Messenger;

use Illuminate\Database\Seeder;
use Messenger\Models\Account;
use Messenger\Models\Chat;
use Messenger\Models\Customer;

/** One conversation to try: `php artisan db:seed --class='Messenger\MessengerSeeder'`. */
class MessengerSeeder extends Seeder
{
    public function run(): void
    {
        Customer::create(['id' => 7, 'name' => 'Ann Lee', 'api_token' => $this->hashOf('CUSTOMER_TOKEN')]);
        Account::create(['id' => 3, 'title' => 'Castillo Homes', 'api_token' => $this->hashOf('SELLER_TOKEN')]);
        Chat::create(['id' => 501, 'customer_id' => 7, 'account_id' => 3]);
    }

    private function hashOf(string $name): string
    {
        return hash('sha256', env($name) ?? throw new \RuntimeException("Set $name."));
    }
}
