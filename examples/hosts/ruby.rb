# ruby.rb - run a Ruby program so that GASP's profile has its methods, too.
#
# SPDX-License-Identifier: Apache-2.0
#
#     gasp run --exact ruby ruby.rb script.rb argument ...
#
# Each method that is written in Ruby is a user event: calls, times and call paths of
# it, with the samples of Ruby's own functions and of libraries in it, and the calls of
# instrumented extensions and of malloc.  Without "gasp run", the program runs as ever.
#
# A call takes some microseconds longer than it does by itself, so times of small
# methods are too long.

require "fiddle"

# What GASP knows of methods, and of calls that are open.
module GASP
  # Returns the runtime's function NAME, or nil without "gasp run".
  def self.function(name, arguments, result)
    Fiddle::Function.new(Fiddle::Handle::DEFAULT[name], arguments, result)
  rescue Fiddle::DLError
    nil
  end

  CREATE = function("pupc_create_event", [Fiddle::TYPE_VOIDP] * 2, Fiddle::TYPE_INT)
  START = function("pupc_event_start", [Fiddle::TYPE_INT], Fiddle::TYPE_VOID)
  FINISH = function("pupc_event_end", [Fiddle::TYPE_INT], Fiddle::TYPE_VOID)

  @tags = {}                    # of methods that have been called
  @names = []                   # stay as long as the program runs
  @lock = Mutex.new

  # Returns the tag of the method that a call of POINT begins.
  def self.tag_of(point)
    key = [point.defined_class, point.method_id]
    @tags[key] || @lock.synchronize do
      @tags[key] ||= begin
        owner = point.defined_class
        owner = owner == Object ? "" : "#{owner.inspect}#"
        @names << "#{owner}#{point.method_id} " \
                  "(#{File.basename(point.path)}:#{point.lineno})\0"
        CREATE.call(@names.last, nil)
      end
    end
  end

  # Begins a call; those that are open are kept for each fiber.
  def self.begin_call(point)
    tag = tag_of(point)
    (Thread.current[:gasp] ||= []).push(tag)
    START.call(tag)
  end

  # Ends the innermost one, if its beginning was seen.
  def self.end_call
    tag = Thread.current[:gasp]&.pop
    FINISH.call(tag) if tag
  end

  # Has calls of all threads reported.
  def self.watch
    TracePoint.new(:call, :return) do |point|
      point.event == :call ? begin_call(point) : end_call
    end.enable
  end
end

abort "usage: ruby.rb SCRIPT [ARGUMENT]..." if ARGV.empty?
$0 = ARGV.shift
GASP.watch if GASP::CREATE && GASP::START && GASP::FINISH
load File.expand_path($0)
