<?php

namespace Messenger\Controllers;

use Illuminate\Http\Request;

class CustomerController
{
    public function show(Request $request)
    {
        return ['data' => ['id' => $request->user()->id]];
    }
}
