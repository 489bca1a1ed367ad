import Foundation
import TaskKit

// Arguments that make no task.

let name = "name"
let five = 5
class NotSendable {}
func use(_ context: TaskContext) {}
func wrong(_ number: Int) {}
enum Task1 { static func run() {} }

// Names.

// expected-error: a task needs a name, by which others depend on it
#task("", on: .idle) {}
// expected-error: 'name' must be a string literal, because it is read when the program is compiled
#task(name, on: .idle) {}
// expected-error: 'name' must be a string literal without interpolation
#task("name \(five)", on: .idle) {}
// expected-error: 'name' must be one string literal
@EventTask("a" + "b", on: .idle) enum Name1 { static func run() {} }
// expected-error: a task needs a name
@EventTask("", .high, on: .idle) enum Name2 { static func run() {} }
// expected-error: a task needs a name
@NotificationTask("", on: "key") enum Name3 { static func run() {} }
// expected-error: a task needs a name
#notification("", on: "key") {}
// expected-error: a notification needs a name, under which it is posted
#notification("name", on: "") {}

// Events, priorities and traits.

// expected-error: a task without an event never runs
#task("none", on: .none) {}
// expected-error: a task without an event never runs
@EventTask(on: []) enum Event1 { static func run() {} }
// expected-error: a task without an event never runs
@EventTask(on: [TaskEvent.none]) enum Event2 { static func run() {} }
// expected-error: type 'TaskEvent' has no member 'didFinish'
@EventTask(on: .didFinish) enum Event3 { static func run() {} }
// expected-error: type 'TaskEvent' has no member 'didFinish'
#task("event", on: .didFinish) { use($0) }
// expected-error: missing argument
@EventTask enum Event4 { static func run() {} }
// The name of the task could stand there too.
// expected-error: reference to member 'urgent' cannot be resolved without a contextual type
@EventTask(.urgent, on: .idle) enum Priority1 { static func run() {} }
// expected-error: type 'TaskTrait' has no member 'conurrent'
@EventTask(on: .idle, .conurrent) enum Trait1 { static func run() {} }
// expected-error: type 'TaskTrait' has no member 'conurrent'
#task("trait", on: .idle, .conurrent) {}

// Dependencies.

// expected-error: 'dependsOn' must be a list of types such as 'Name.self' and string literals
@EventTask(on: .idle, dependsOn: [5]) enum Depends1 { static func run() {} }
// expected-error: '1 + 1' is not; to compute dependencies when the program runs, declare a task type with 'static var dependency: [Any]'
#task("depends", on: .idle, dependsOn: ["a", 1 + 1]) {}
// expected-error: 'after' must be a list of types such as 'Name.self' and string literals
#task("after", on: .idle, after: [five]) {}
// expected-error: 'dependsOn' must be an array literal
#task("list", on: .idle, dependsOn: makeList()) {}
// expected-error: 'dependsOn' must be a list of types such as 'Name.self' and string literals
#task("constant", on: .idle, dependsOn: [name]) {}
// expected-error: 'dependsOn' contains an empty name, which no task has
#task("empty", on: .idle, dependsOn: [""]) {}
// expected-error: cannot find 'Task99' in scope
@EventTask(on: .idle, dependsOn: [Task99.self]) enum Depends2 { static func run() {} }
// expected-error: 'Depends3' cannot wait for itself
@EventTask(on: .idle, dependsOn: ["Depends3"]) enum Depends3 { static func run() {} }
// expected-error: 'itself' cannot wait for itself
#task("itself", on: .idle, after: ["itself"]) {}
// expected-error: incorrect argument labels in macro expansion (have 'every:dependsOn:'
@TimerTask(every: 1, dependsOn: []) enum Depends4 { static func run() {} }

func makeList() -> [Any] { [] }

// Schedules.

// expected-error: 'repeat' says how often the task runs in all, so it must be 1 or more
@ScheduledTask(at: 1448873913, repeat: 0, every: 1) enum Repeat1 { static func run() {} }
// expected-error: 'repeat' says how often the task runs in all, so it must be 1 or more
#timer("forever", repeat: -1, every: 1) {}
// expected-error: 'every' is the number of seconds between two runs, so it must be above 0
@TimerTask(repeat: 10, every: 0) enum Every1 { static func run() {} }
// expected-error: 'every' is the number of seconds between two runs, so it must be above 0
#schedule("every", at: 5, repeat: 2, every: -0.5) {}
// expected-error: missing argument for parameter 'every'
@TimerTask(repeat: 10) enum Every2 { static func run() {} }
// expected-error: 'cron' is empty
#schedule("cron", cron: " ") {}
// expected-error: 'cron' must be a string literal
@ScheduledTask(cron: name) enum Cron1 { static func run() {} }
// expected-error@25: the cron expression '0 60 * * * *' is wrong at offset 2:
@ScheduledTask(cron: "0 60 * * * *") enum Cron3 { static func run() {} }
// expected-error: the cron expression '* * *' is wrong at offset
#schedule("cron fields", cron: "* * *") {}
// expected-error: 'Europe/New York' is not a time zone
#schedule("cron zone", cron: "@daily", zone: "Europe/New York") {}
// expected-error: type 'DaylightSavingPolicy?' has no member 'never'
#schedule("cron policy", cron: "@daily", daylightSaving: .never) {}
// expected-error: type 'Schedule' has no member 'nightly'
@ScheduledTask(on: .nightly) enum Schedule1 { static func run() {} }
// expected-error@35: '25:00' is not a time of day
@ScheduledTask(on: .weekdays(at: "25:00")) enum Schedule2 { static func run() {} }
// expected-error@50: '02:60' is not a time of day
#schedule("minutes", on: .daily(at: "01:00", "02:60")) {}
// expected-error@62: '2026-02-30' is not a date of the calendar
#schedule("date", on: .daily(at: "01:00").excluding("2026-02-30")) {}
// expected-error@47: '.retry(attempts: 0)' counts from 1; write 1 or more
#task("attempts", on: .idle, .retry(attempts: 0)) {}
// expected-error: 'zone' must be a string literal
@ScheduledTask(cron: "0 0 * * * *", zone: name) enum Cron2 { static func run() {} }

// Closures.

// expected-error: no exact matches in call to macro 'task'
#task("nothing", on: .idle)
// expected-error: cannot find 'missing' in scope
#task("missing", on: .idle) { missing() }
// expected-error(6): type 'NotSendable' does not conform to the 'Sendable' protocol
#task("result", on: .idle) { NotSendable() }
// expected-error: (Int) -> ()' to expected argument type '() throws -> ()'
#task("wrong", on: .idle, run: wrong)

class Home {
  var title = ""
  // expected-error: instance member 'title' cannot be used on type 'Home'
  #task("instance", on: .idle) { print(title) }
}

class Store {
  static func prepare() {}
  // expected-error: 'Self' cannot be in a declaration in a class
  #task("self", on: .idle) { Self.prepare() }
}

// Places.

func function() {
  // expected-error: or add the task when the program runs, with 'TaskManager.shared.injectEventTask(…)'
  #task("event in a function", on: .idle) {}
  // expected-error: or add the task when the program runs, with 'TaskManager.shared.scheduleTask(…)'
  #timer("timer in a function", every: 1) {}
  // expected-error: or add the task when the program runs, with 'TaskManager.shared.injectNotificationTask(…)'
  #notification("notification in a function", on: "key") { _ in }
}

struct Box<Element> {
  // expected-error: cannot be declared inside 'Box', which is generic
  #task("generic", on: .idle) {}
}
