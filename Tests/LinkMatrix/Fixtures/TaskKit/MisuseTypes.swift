import Foundation
import TaskKit

// Types that cannot be tasks.

class NotSendable {}
struct Wrong {}
func number() -> Int { 5 }
let five = 5

enum Task1 { static func run() {} }

// run.

@EventTask(on: .idle)
// expected-error: 'NoRun' needs 'static func run()' with the work of the task, in the type itself
enum NoRun {}

@EventTask(on: .idle)
// expected-error: 'InExtension' needs 'static func run()' with the work of the task, in the type itself
enum InExtension {}
extension InExtension { static func run() {} }

@EventTask(on: .idle)
// expected-error: 'Variable' needs 'static func run()' with the work of the task, in the type itself
enum Variable { static let run = {} }

@EventTask(on: .idle)
struct Instance {
  // expected-error: 'run' of 'Instance' must be static, because a task has no instance
  func run() {}
}

@EventTask(on: .idle)
enum Two {
  static func run() {}
  // expected-error: 'Two' has several static 'run', and a task does only one thing
  static func run(_ context: TaskContext) {}
}

@EventTask(on: .idle)
enum Private {
  // expected-error: 'run' of 'Private' must not be private
  private static func run() {}
}

@EventTask(on: .idle)
enum Conditional {
  #if true
    // expected-error: 'run' of a task cannot be inside '#if'; put the condition into it
    static func run() {}
  #endif
}

@EventTask(on: .idle)
enum Generic {
  // expected-error: 'run' of a task cannot be generic
  static func run<T>() -> T? { nil }
}

@EventTask(on: .idle)
enum WrongParameter {
  // expected-error: 'run' of a task takes nothing or the context
  static func run(_ number: Int) {}
}

@EventTask(on: .idle)
enum Variadic {
  // expected-error: 'run' of a task takes nothing or the context
  static func run(_ contexts: TaskContext...) {}
}

@EventTask(on: .idle)
enum TwoContexts {
  // expected-error: 'run' takes the notification first, then the context, and each only once
  static func run(_ context: TaskContext, _ other: TaskContext) {}
}

@EventTask(on: .idle)
enum WithNotification {
  // expected-error: only a task with '@NotificationTask' gets a notification
  static func run(_ notification: Notification) {}
}

@NotificationTask(on: "key")
enum Turned {
  // expected-error: 'run' takes the notification first, then the context
  static func run(_ context: TaskContext, _ notification: Notification) {}
}

// expected-error(6): type 'NotSendable' does not conform to the 'Sendable' protocol
@EventTask(on: .idle)
enum WrongResult {
  static func run() -> NotSendable { NotSendable() }
}

// expected-error(6): type 'NotSendable' does not conform to the 'Sendable' protocol
@TimerTask(every: 1)
enum WrongAsyncResult {
  static func run() async -> NotSendable { NotSendable() }
}

// shutdown and dependency.

@EventTask(on: .idle)
enum Shutdown1 {
  static func run() {}
  // expected-error: 'shutdown' of a task takes nothing
  static func shutdown(_ context: TaskContext) {}
}

@EventTask(on: .idle)
enum Shutdown2 {
  static func run() {}
  // expected-error: 'shutdown' of a task returns nothing, because no other task can read it
  static func shutdown() -> Int { 5 }
}

@EventTask(on: .idle)
struct Shutdown3 {
  static func run() {}
  // expected-error: 'shutdown' of 'Shutdown3' must be static
  func shutdown() {}
}

@EventTask(on: .idle)
enum Dependency1 {
  static func run() {}
  // expected-error: 'dependency' of a task is '[Any]', '[Any.Type]' or '[String]'
  static var dependency: [Int] { [5] }
}

@EventTask(on: .idle)
enum Dependency2 {
  static func run() {}
  // expected-error: 'dependency' of a task is a list of types such as 'Name.self' and of names; '5' is neither
  static var dependency: [Any] { [Task1.self, 5] }
}

@EventTask(on: .idle)
@MainActor enum Dependency3 {
  static func run() {}
  // expected-error: 'dependency' must be 'nonisolated', because it is read on any thread
  static var dependency: [Any] { [Task1.self] }
}

@EventTask(on: .idle)
enum Dependency4 {
  static func run() {}
  // expected-error: 'dependency' of a task can neither throw nor wait
  static var dependency: [Any] { get async { [Task1.self] } }
}

@TimerTask(every: 1)
enum Dependency5 {
  static func run() {}
  // expected-error: a scheduled task runs by itself and waits for no other
  static var dependency: [Any] { [Task1.self] }
}

// Places.

// expected-error: 'Box' is generic, so it would declare many tasks at once
@EventTask(on: .idle) struct Box<Element> { static func run() {} }

struct Outer<Element> {
  // expected-error: a record cannot be declared inside 'Outer', which is generic
  @EventTask(on: .idle) enum Inner { static func run() {} }
}

// expected-error: '@EventTask' cannot stand on an extension; write it before the type 'Wrong' itself
@EventTask(on: .idle)
extension Wrong { static func run() {} }

// expected-error: '@TimerTask' is for a type with 'static func run()'
@TimerTask(every: 1)
func function() {
  // expected-error: or add the task when the program runs, with 'TaskManager.shared.injectEventTask(…)'
  @EventTask(on: .idle) enum Local { static func run() {} }
}

// expected-error: '@EventTask' is for a type with 'static func run()'
@EventTask(on: .idle)
protocol Runnable { static func run() }
