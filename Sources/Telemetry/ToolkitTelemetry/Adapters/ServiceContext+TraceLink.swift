#if SwiftDistributedTracing
  public import ServiceContextModule
  public import ToolkitTrace

  extension ServiceContext {
    /// The span of `Trace` for this context.
    ///
    /// It may belong to another process.
    ///
    /// A ``ToolkitTracer`` sets it. Pass it on if a span of a library should be the cause of spans
    /// of the toolkit:
    ///
    /// ```swift
    /// try await tracer.withSpan("import") { span in
    ///   try await Trace.withCause(span.context.traceLink?.spanOfThisProcess) {
    ///     try await importer.run()
    ///   }
    /// }
    /// ```
    public var traceLink: TraceLink? {
      get { self[TraceLinkKey.self] }
      set { self[TraceLinkKey.self] = newValue }
    }
  }

  private enum TraceLinkKey: ServiceContextKey {
    typealias Value = TraceLink
  }
#endif
