# The smallest Rails app, on Debian's ruby-railties: `ruby server.rb CONTROLLER` serves the controller of the guide to a visitor who is
# logged in. APP_FOLDER is for what it writes.
require "action_controller/railtie"
require "webrick"

class App < Rails::Application
  config.root = ENV.fetch("APP_FOLDER")
  config.eager_load = false
  config.secret_key_base = "for tests only"
  config.logger = Logger.new($stderr)
end

# As Devise adds them.
class ApplicationController < ActionController::Base
  def authenticate_user!
    head :unauthorized unless current_user
  end

  def current_user
    Struct.new(:id, :email, :name).new(7, "ann@example.com", "Ann Lee")
  end
end

App.initialize!
require ARGV.fetch(0)
App.routes.draw { get "/my-token", to: "my_tokens#show" }
Rack::Handler::WEBrick.run App, Host: "127.0.0.1", Port: ENV.fetch("PORT").to_i, AccessLog: []
