/// The listeners of one event: declared ones first, then those added at run time, each in order.
struct LifecycleCalls: Sendable {
  var declared: [LifecycleListener.Body] = []
  var listeners: [LifecycleListener]

  /// Starts every call, each up to its first suspension before the next, and
  /// then takes back one hold of `delivery`.
  @MainActor
  func start(with context: ProcessEventContext, on delivery: Delivery) {
    for body in declared { Self.start(body, with: context, on: delivery) }
    for listener in listeners {
      // Looked up only now: one listener may cancel the next.
      if let body = listener.body { Self.start(body, with: context, on: delivery) }
    }
    delivery.letGo()
  }

  @MainActor
  private static func start(
    _ body: @escaping LifecycleListener.Body,
    with context: ProcessEventContext,
    on delivery: Delivery
  ) {
    delivery.holdAnother()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { @MainActor in
        await body(context)
        delivery.letGo()
      }
    } else {
      Task { @MainActor in
        await body(context)
        delivery.letGo()
      }
    }
  }
}
