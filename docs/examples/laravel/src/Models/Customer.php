<?php

namespace Messenger\Models;

use Illuminate\Foundation\Auth\User;

class Customer extends User
{
    public $timestamps = false;
    protected $guarded = [];
}
