<?php

namespace Pusher;

/** Laravel knows by this class that the library is of version 5 or later. */
class ApiErrorException extends \Exception
{
}

/** In place of pusher/pusher-php-server: the two of its methods that Laravel calls here, by the Pusher protocol. */
class Pusher
{
    public function __construct(
        private string $key,
        private string $secret,
        private string $appId,
        private array $options,
    ) {
    }

    public function socket_auth(string $channel, string $socketId): string
    {
        return json_encode(['auth' => "$this->key:" . $this->signed("$socketId:$channel")]);
    }

    /** @throws ApiErrorException if the realtime server does not take the event */
    public function trigger(array $channels, string $event, array $data, array $params = []): void
    {
        $body = json_encode(['name' => $event, 'data' => json_encode($data), 'channels' => $channels] + $params);
        $path = "/apps/$this->appId/events";
        $query = http_build_query([
            'auth_key' => $this->key,
            'auth_timestamp' => time(),
            'auth_version' => '1.0',
            'body_md5' => md5($body),
        ]);
        $query .= '&auth_signature=' . $this->signed("POST\n$path\n$query");
        ['scheme' => $scheme, 'host' => $host, 'port' => $port] = $this->options;
        $call = curl_init("$scheme://$host:$port$path?$query");
        curl_setopt_array($call, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
            CURLOPT_POSTFIELDS => $body,
        ]);
        $answer = curl_exec($call);
        if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {
            throw new ApiErrorException($answer === false ? curl_error($call) : $answer);
        }
    }

    private function signed(string $text): string
    {
        return hash_hmac('sha256', $text, $this->secret);
    }
}
