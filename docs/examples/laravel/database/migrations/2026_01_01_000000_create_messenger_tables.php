<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

// Your app has customers and accounts already: leave out the first two tables then, and change the models.
return new class extends Migration
{
    public function up(): void
    {
        Schema::create('customers', function (Blueprint $table) {
            $table->id();
            $table->string('name');
            $table->char('api_token', 64)->unique(); // SHA-256
        });
        Schema::create('accounts', function (Blueprint $table) {
            $table->id();
            $table->string('title');
            $table->string('logo')->nullable();
            $table->char('api_token', 64)->unique(); // SHA-256
        });
        Schema::create('chats', function (Blueprint $table) {
            $table->id();
            $table->foreignId('customer_id')->constrained();
            $table->foreignId('account_id')->constrained();
            $table->timestamp('created_at');
            $table->unique(['customer_id', 'account_id']);
        });
        Schema::create('text_messages', function (Blueprint $table) {
            $table->id();
            $table->foreignId('chat_id')->constrained();
            $table->foreignId('customer_id')->constrained();
            $table->foreignId('account_id')->constrained();
            $table->string('type');
            $table->text('body');
            $table->boolean('is_read');
            $table->string('idempotency_key', 64)->nullable();
            $table->timestamp('created_at');
            $table->unique(['customer_id', 'idempotency_key']);
            $table->index(['customer_id', 'account_id', 'id']);
        });
    }

    public function down(): void
    {
        foreach (['text_messages', 'chats', 'accounts', 'customers'] as $table) {
            Schema::dropIfExists($table);
        }
    }
};
