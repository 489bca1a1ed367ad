#if SwiftDistributedTracing
  public import ServiceContextModule
  public import ToolkitTrace

  extension ServiceContext {
    /// The span of `Trace` that the context stands for, of this or of another process.
    ///
    /// A ``ToolkitTracer`` sets it. Pass it on to have the toolkit's spans caused by a library's:
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
