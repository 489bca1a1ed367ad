package import ToolkitTrace

/// The roles of spans: code of a module, or an occurrence that such code caused.
///
/// RheaTime records occurrences of events and callbacks with the same kind, and TaskKit does the
/// same for runs and tasks. Their causes distinguish them: the cause of a callback is an
/// occurrence, and the cause of a task is a run. A span whose cause was not recorded has no role.
package struct SpanRoles {
  /// The role of a span.
  package enum Role {
    /// An occurrence of an event or a run of tasks, with the module of the caller.
    case occasion
    /// Code of a module: a callback, a task, a route, an observer or a job.
    case code
    /// Another or an unknown role.
    case other
  }

  private let spans: [TraceSpanID: TraceSpan]
  private let roles: [TraceSpanID: Role]

  /// Finds the roles of all spans of a recording.
  package init(_ recorded: [TraceSpan]) {
    var spans: [TraceSpanID: TraceSpan] = [:]
    var roles: [TraceSpanID: Role] = [:]
    // A span is younger than its cause, so the role of the cause is already known.
    for span in recorded.sorted(by: { $0.id < $1.id }) {
      roles[span.id] = Self.role(
        of: span, cause: span.cause.flatMap { spans[$0] },
        causeRole: span.cause.flatMap { roles[$0] })
      spans[span.id] = span
    }
    self.spans = spans
    self.roles = roles
  }

  /// Returns the role of a span of the recording.
  package subscript(_ span: TraceSpan) -> Role { roles[span.id] ?? .other }

  /// Returns whether a span is the target of a wire.
  func isByWire(_ span: TraceSpan) -> Bool { cause(of: span)?.kind == .wire }

  /// Returns the module whose code caused a span, or `nil` if the spans do not show it.
  func moduleOfCause(of span: TraceSpan) -> String? {
    guard let cause = cause(of: span), self[cause] == .code, !cause.module.isEmpty else {
      return nil
    }
    return cause.module
  }

  private func cause(of span: TraceSpan) -> TraceSpan? { span.cause.flatMap { spans[$0] } }

  private static func role(of span: TraceSpan, cause: TraceSpan?, causeRole: Role?) -> Role {
    if span.cause != nil, cause == nil {
      // Routes and jobs have only one role. A demand is recognized by its name.
      if [.route, .job].contains(span.kind) { return .code }
      return span.demandedTask == nil ? .other : .occasion
    }
    switch span.kind {
    case .event, .task:
      guard let cause, cause.kind == span.kind else { return .occasion }
      switch causeRole {
      case .occasion: return .code
      case .code: return .occasion
      case .other, nil: return .other
      }
    case .route, .job: return .code
    // A wire sets a relay in a separate span, in which observers without a span may run.
    case .relay: return cause?.kind == .wire ? .other : .code
    case .wire, .lifecycle: return .other
    // Kinds that users have defined, whose spans have the right module.
    default: return .code
    }
  }
}

extension TraceSpan {
  /// Returns the task for which a run was demanded, or `nil` for other spans.
  var demandedTask: String? {
    let prefix = "demand of "
    guard kind == .task, name.hasPrefix(prefix) else { return nil }
    return String(name.dropFirst(prefix.count))
  }
}
