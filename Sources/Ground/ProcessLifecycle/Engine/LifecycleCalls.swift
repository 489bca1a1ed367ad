/// The listeners of an event: first the declared listeners, then the listeners that were added at
/// run time.
struct LifecycleCalls: Sendable {
  var declared: [LifecycleListener.Body] = []
  var listeners: [LifecycleListener]

  /// Starts all calls, and then reverses one hold of `delivery`.
  ///
  /// Each call runs up to its first suspension before the next one starts.
  @MainActor
  func start(with context: ProcessEventContext, on delivery: Delivery) {
    for body in declared { Self.start(body, with: context, on: delivery) }
    for listener in listeners {
      // The body is looked up at the last moment, because a listener may cancel the next one.
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
    if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) {
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
