<?php

namespace Messenger\Models;

use Illuminate\Foundation\Auth\User;

class Account extends User
{
    public $timestamps = false;
    protected $guarded = [];
}
