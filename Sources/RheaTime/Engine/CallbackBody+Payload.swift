extension CallbackBody {
  /// Runs `body` with the value that the event came with.
  static func typedSync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) throws -> Void
  ) -> CallbackBody {
    .sync { context in try body(payload(of: context)) }
  }

  /// Starts `body` with the value that the event came with.
  static func typedMainAsync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> CallbackBody {
    .mainAsync { context in try await body(payload(of: context)) }
  }

  /// Runs `body` off the main actor with the value that the event came with.
  static func typedConcurrent<Payload: Sendable>(
    _ body: @escaping @concurrent @Sendable (Payload) async throws -> Void
  ) -> CallbackBody {
    .concurrent { context in try await body(payload(of: context)) }
  }

  private static func payload<Payload: Sendable>(of context: RheaContext) throws -> Payload {
    guard let payload = context.param as? Payload else {
      throw WrongPayload(param: context.param, expected: Payload.self)
    }
    return payload
  }
}

/// An event came with another value than the callback takes, because it was
/// triggered by its text.
struct WrongPayload: Error {
  let param: (any Sendable)?
  let expected: any Any.Type
}
