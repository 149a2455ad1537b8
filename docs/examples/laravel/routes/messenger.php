<?php

use Illuminate\Support\Facades\Broadcast;
use Illuminate\Support\Facades\Route;
use Messenger\Controllers\AccountMessageController;
use Messenger\Controllers\ChatController;
use Messenger\Controllers\CustomerController;
use Messenger\Controllers\ReadStateController;
use Messenger\Controllers\TextMessageController;
use Messenger\OwnConversations;

Route::prefix('customer/api')->middleware('auth:customer')->group(function () {
    Route::get('auth/user', [CustomerController::class, 'show']);
    Route::prefix('customers/{customer}')->middleware(OwnConversations::class)->group(function () {
        Route::get('chats', [ChatController::class, 'index']);
        Route::get('text-messages', [TextMessageController::class, 'index']);
        Route::post('accounts/{account}/text-messages', [TextMessageController::class, 'store']);
        Route::put('text-message-service/read-state', [ReadStateController::class, 'update']);
    });
});

Broadcast::routes(['middleware' => ['auth:customer']]);
Broadcast::channel('App.Models.Customer.{id}', fn ($customer, $id) => $customer->id === (int) $id);

// The seller's side, which the messenger does not call: your own app sends messages to customers like this.
Route::prefix('account/api')->middleware('auth:account')->group(function () {
    Route::post('customers/{customer}/text-messages', [AccountMessageController::class, 'store']);
});
