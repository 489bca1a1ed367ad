public import ServiceContextModule

public protocol Span: Sendable {
  var context: ServiceContext { get }
  var operationName: String { get nonmutating set }
  var attributes: SpanAttributes { get nonmutating set }
  var isRecording: Bool { get }
  func setStatus(_ status: SpanStatus)
  func addEvent(_ event: SpanEvent)
  func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant)
  func addLink(_ link: SpanLink)
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
}

extension Span {
  public func end() { end(at: DefaultTracerClock.now) }

  public func recordError(_ error: any Error) {
    recordError(error, attributes: [:], at: DefaultTracerClock.now)
  }
}

public enum SpanKind: Sendable {
  case server, client, producer, consumer, `internal`
}

public struct SpanStatus: Sendable {
  public enum Code: Sendable { case ok, error }

  public let code: Code
  public let message: String?

  public init(code: Code, message: String? = nil) {
    self.code = code
    self.message = message
  }
}

public struct SpanEvent: Sendable {
  public let name: String
  public var attributes: SpanAttributes
  public let nanosecondsSinceEpoch: UInt64

  public init<Instant: TracerInstant>(
    name: String, at instant: @autoclosure () -> Instant, attributes: SpanAttributes = [:]
  ) {
    self.name = name
    self.attributes = attributes
    nanosecondsSinceEpoch = instant().nanosecondsSinceEpoch
  }
}

public struct SpanLink: Sendable {
  public let context: ServiceContext
  public let attributes: SpanAttributes

  public init(context: ServiceContext, attributes: SpanAttributes) {
    self.context = context
    self.attributes = attributes
  }
}
