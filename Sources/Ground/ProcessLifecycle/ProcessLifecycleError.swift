public import RecordFormat

/// An error in the communication between the process and the operating system.
public struct ProcessLifecycleError: ModularityError {
  /// The kind of problem.
  ///
  /// Later releases may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Another host controls the process.
    public static let hostAlreadyInCharge = Code(name: "hostAlreadyInCharge")

    /// A listener was added for an event that this process cannot receive.
    public static let eventUnavailable = Code(name: "eventUnavailable")

    /// The operating system rejected a call that usually succeeds.
    public static let systemCallFailed = Code(name: "systemCallFailed")

    /// The process exited on a thread on which listeners of ``ProcessEvent/exit`` cannot run.
    public static let exitedOffMain = Code(name: "exitedOffMain")

    /// A module declared a listener that can never be called.
    public static let declarationNeverRuns = Code(name: "declarationNeverRuns")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The event, or `nil` if the problem has none.
  public let event: ProcessEvent?

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source location of the call or the declaration with the problem.
  public let location: CodeLocation?

  /// Always `nil`.
  ///
  /// ``message`` describes errors of the operating system.
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
  /// Returns the error for a system call that the operating system rejected.
  static func systemCall(_ call: String, event: ProcessEvent?, number: Int32) -> Self {
    let reason = reason(ofError: number)
    let consequence = event.map { "; '\($0)' will not be reported" } ?? ""
    return ProcessLifecycleError(
      .systemCallFailed, event: event, message: "\(call) failed: \(reason)\(consequence)")
  }
}
