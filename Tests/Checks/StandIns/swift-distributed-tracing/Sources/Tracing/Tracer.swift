@_exported public import Instrumentation
@_exported public import ServiceContextModule

public protocol Tracer: Instrument {
  associatedtype Span: Tracing.Span

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> Span

  func forceFlush()
}

extension Tracer {
  public func startSpan(
    _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal,
    at instant: @autoclosure () -> some TracerInstant = DefaultTracerClock.now,
    function: String = #function, file fileID: String = #fileID, line: UInt = #line
  ) -> Span {
    startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function,
      file: fileID, line: line)
  }

  public func withSpan<Success>(
    _ operationName: String, ofKind kind: SpanKind = .internal,
    isolation: isolated (any Actor)? = #isolation, function: String = #function,
    file fileID: String = #fileID, line: UInt = #line,
    _ operation: (Span) async throws -> Success
  ) async rethrows -> Success {
    let span = startSpan(
      operationName, ofKind: kind, function: function, file: fileID, line: line)
    defer { span.end() }
    do {
      return try await ServiceContext.$current.withValue(span.context) {
        try await operation(span)
      }
    } catch {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
      throw error
    }
  }

  public func withSpan<Success>(
    _ operationName: String, ofKind kind: SpanKind = .internal, function: String = #function,
    file fileID: String = #fileID, line: UInt = #line, _ operation: (Span) throws -> Success
  ) rethrows -> Success {
    let span = startSpan(
      operationName, ofKind: kind, function: function, file: fileID, line: line)
    defer { span.end() }
    do {
      return try ServiceContext.$current.withValue(span.context) { try operation(span) }
    } catch {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
      throw error
    }
  }
}
