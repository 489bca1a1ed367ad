public import RecordFormat

/// An error between the process and the operating system.
public struct ProcessLifecycleError: ModularityError {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Another host is in charge of the process.
    public static let hostAlreadyInCharge = Code(name: "hostAlreadyInCharge")

    /// A listener was added for an event that this process cannot receive.
    public static let eventUnavailable = Code(name: "eventUnavailable")

    /// The operating system rejected something that usually works.
    public static let systemCallFailed = Code(name: "systemCallFailed")

    /// The process exited where listeners of ``ProcessEvent/exit`` cannot run.
    public static let exitedOffMain = Code(name: "exitedOffMain")

    /// A module declared a listener that nothing will ever call.
    public static let declarationNeverRuns = Code(name: "declarationNeverRuns")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The event concerned, if there is one.
  public let event: ProcessEvent?

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// The source location of the call or the declaration that this is about.
  public let location: CodeLocation?

  /// Always `nil`: the operating system's errors are described in ``message``.
  public var underlyingError: (any Error)? { nil }

  init(
    _ code: Code,
    event: ProcessEvent? = nil,
    message: String,
    at location: CodeLocation? = nil
  ) {
    self.code = code
    self.event = event
    self.message = message
    self.location = location
  }
}

extension ProcessLifecycleError {
  /// The operating system rejected `call`.
  static func systemCall(_ call: String, event: ProcessEvent?, number: Int32) -> Self {
    let reason = reason(ofError: number)
    let consequence = event.map { "; '\($0)' will not be reported" } ?? ""
    return ProcessLifecycleError(
      .systemCallFailed, event: event, message: "\(call) failed: \(reason)\(consequence)")
  }
}
