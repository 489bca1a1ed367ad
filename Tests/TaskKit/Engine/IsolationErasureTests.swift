import Foundation
import Testing

@testable import TaskKit

/// A function that is called without its isolation, on its actor, does what it always does.
@Suite struct IsolationErasureTests {
  /// A value that no function returns in registers.
  private struct Large: Equatable, Sendable {
    var first = 1
    var numbers = SIMD16<Int>(repeating: 7)
    var text = ""
  }

  private struct Broken: Error, Equatable {
    var text: String
  }

  @globalActor private actor Desk {
    static let shared = Desk()
  }

  @MainActor private static var number = 7
  @Desk private static var text = "large"

  private static let context = TaskContext(task: "Open")
  private static var posted: Notification { Notification(name: Notification.Name("posted")) }

  // The closures of a test are passed on as those of a macro are, to functions that know neither
  // what they return nor what they throw.

  private static func call<Value, Failure: Error>(
    at actor: (any Actor)?, _ body: @escaping @isolated(any) @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    #expect(body.isolation === actor)
    return try withoutIsolation(body)()
  }

  private static func callWithContext<Value, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (TaskContext) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withoutIsolation(body)(context)
  }

  private static func callWithNotification<Value, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (Notification) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withoutIsolation(body)(posted)
  }

  private static func callWithBoth<Value, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withoutIsolation(body)(posted, context)
  }

  /// Expects blocks that throw their arguments, and the function of a task, to do as they are
  /// written.
  private static func check(
    at actor: (any Actor)?, _ block: @escaping TaskBody.Block,
    ofBoth: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void,
    function: @escaping TaskBody.Synchronous
  ) throws {
    #expect(block.isolation === actor)
    let (plainBlock, plainOfBoth) = (withoutIsolation(block), withoutIsolation(ofBoth))
    #expect(throws: Broken(text: "Open")) { try plainBlock(context) }
    #expect(throws: Broken(text: "posted Open")) { try plainOfBoth(posted, context) }
    let result = try withoutIsolation(function)(TaskBody.Input(context: context))
    #expect(result as? Large == Large(text: "Open"))
  }

  @Test func `A function of no actor`() throws {
    let (number, text) = (7, "large")
    let small = Self.call(at: nil) { number }
    #expect(small == 7)
    let large = Self.call(at: nil) { Large(text: text) }
    #expect(large == Large(text: "large"))
    #expect(throws: Broken(text: "small")) {
      try Self.call(at: nil) { throw Broken(text: "small") }
    }
    let ofContext = Self.callWithContext { Large(text: $0.task) }
    #expect(ofContext == Large(text: "Open"))
    let ofNotification = Self.callWithNotification { $0.name.rawValue }
    #expect(ofNotification == "posted")
    let ofBoth = Self.callWithBoth { Large(text: $0.name.rawValue + $1.task) }
    #expect(ofBoth == Large(text: "postedOpen"))
    try Self.check(at: nil) {
      throw Broken(text: $0.task)
    } ofBoth: {
      throw Broken(text: "\($0.name.rawValue) \($1.task)")
    } function: {
      Large(text: $0.context.task)
    }
  }

  @Test @MainActor func `A function of the main actor`() throws {
    let text = "large"
    let small = Self.call(at: MainActor.shared) { @MainActor in Self.number }
    #expect(small == 7)
    let large = Self.call(at: MainActor.shared) { @MainActor in Large(text: text) }
    #expect(large == Large(text: "large"))
    #expect(throws: Broken(text: "small")) {
      try Self.call(at: MainActor.shared) { @MainActor in throw Broken(text: "small") }
    }
    let ofContext = Self.callWithContext { @MainActor in Large(text: $0.task) }
    #expect(ofContext == Large(text: "Open"))
    let ofNotification = Self.callWithNotification { @MainActor in $0.name.rawValue }
    #expect(ofNotification == "posted")
    let ofBoth = Self.callWithBoth { @MainActor in Large(text: $0.name.rawValue + $1.task) }
    #expect(ofBoth == Large(text: "postedOpen"))
    try Self.check(at: MainActor.shared) { @MainActor in
      throw Broken(text: $0.task)
    } ofBoth: { @MainActor in
      throw Broken(text: "\($0.name.rawValue) \($1.task)")
    } function: { @MainActor in
      Large(text: $0.context.task)
    }
  }

  @Test @Desk func `A function of another actor`() throws {
    let number = 7
    let small = Self.call(at: Desk.shared) { @Desk in number }
    #expect(small == 7)
    let large = Self.call(at: Desk.shared) { @Desk in Large(text: Self.text) }
    #expect(large == Large(text: "large"))
    #expect(throws: Broken(text: "small")) {
      try Self.call(at: Desk.shared) { @Desk in throw Broken(text: "small") }
    }
    let ofContext = Self.callWithContext { @Desk in Large(text: $0.task) }
    #expect(ofContext == Large(text: "Open"))
    let ofNotification = Self.callWithNotification { @Desk in $0.name.rawValue }
    #expect(ofNotification == "posted")
    let ofBoth = Self.callWithBoth { @Desk in Large(text: $0.name.rawValue + $1.task) }
    #expect(ofBoth == Large(text: "postedOpen"))
    try Self.check(at: Desk.shared) { @Desk in
      throw Broken(text: $0.task)
    } ofBoth: { @Desk in
      throw Broken(text: "\($0.name.rawValue) \($1.task)")
    } function: { @Desk in
      Large(text: $0.context.task)
    }
  }

  private actor Counter {
    private var large = Large()

    /// Calls closures that change the actor, and are not sendable.
    func count() {
      let number = Self.call(at: self) {
        self.large.first += 1
        return self.large.first
      }
      #expect(number == 2)
      let renamed = Self.call(at: self) {
        self.large.text += "Open"
        return self.large
      }
      #expect(renamed == Large(first: 2, text: "Open"))
      #expect(large == renamed)
    }

    private static func call<Value, Failure: Error>(
      at actor: Counter, _ body: @escaping @isolated(any) () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      #expect(body.isolation === actor)
      return try withoutIsolation(body)()
    }
  }

  @Test func `A function of one actor of several`() async {
    await Counter().count()
  }
}
