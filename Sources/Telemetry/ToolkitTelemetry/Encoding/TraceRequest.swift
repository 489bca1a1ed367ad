internal import ToolkitTrace

/// Encodes spans as an `ExportTraceServiceRequest` of OTLP in JSON.
///
/// Each module becomes an instrumentation scope.
///
/// The identifier of the trace is the 16 bytes of the ``TraceID`` of the process, and the
/// identifier of a span is the 8 bytes of its ``TraceSpanID``, both with the most significant byte
/// first. ``TraceLink/traceParent`` contains the same bytes. The identifiers are unique, because
/// the first is random and the second is counted.
struct TraceRequest: BatchRequest {
  private let trace: TraceID
  private let parent: TraceLink?
  private let envelope: RequestEnvelope

  /// Creates an encoder for the spans of a trace and a resource.
  ///
  /// If this process was started by a span of another process, spans without a cause get a link to
  /// that span.
  init(
    trace: TraceID = .current, parent: TraceLink? = Trace.processParent,
    resource: TelemetryResource
  ) {
    self.trace = trace
    self.parent = parent
    envelope = RequestEnvelope(resource)
  }

  func encode(_ spans: [TraceSpan], at time: WallTime) -> [UInt8] {
    envelope.encode("resourceSpans", "scopeSpans") { json in
      for scope in ScopedItems(spans, by: \.module).scopes {
        json.scope(scope.name, "spans") { json in
          for span in scope.items { encode(span, at: time, in: &json) }
        }
      }
    }
  }

  private func encode(_ span: TraceSpan, at time: WallTime, in json: inout JSONWriter) {
    let conventions = SpanConventions(span)
    json.object { json in
      json.identifiers(trace, span.id)
      if let cause = span.cause {
        json.hexadecimal(cause.rawValue, as: "parentSpanId")
      }
      json.number(SpanFlags.ofThisProcess, as: "flags")
      json.string(conventions.name, as: "name")
      json.number(conventions.kind.rawValue, as: "kind")
      json.time(time.nanoseconds(at: span.start), as: "startTimeUnixNano")
      json.time(time.nanoseconds(at: span.end), as: "endTimeUnixNano")
      json.attributes(conventions.attributes)
      encode(links(of: span), in: &json)
      encode(failure: conventions.failure, in: &json)
    }
  }

  private func links(of span: TraceSpan) -> [TraceLink] {
    let links = span.links
    guard let parent, span.cause == nil, links.isEmpty else { return links }
    return [parent]
  }

  private func encode(_ links: [TraceLink], in json: inout JSONWriter) {
    guard !links.isEmpty else { return }
    json.array(as: "links") { json in
      for link in links {
        json.object { json in
          json.identifiers(link.trace, link.span)
          json.number(
            link.trace == trace ? SpanFlags.ofThisProcess : SpanFlags.ofAnotherProcess, as: "flags")
        }
      }
    }
  }

  private func encode(failure: String?, in json: inout JSONWriter) {
    guard let failure else { return }
    json.object(as: "status") { json in
      json.string(failure, as: "message")
      json.number(2, as: "code")  // STATUS_CODE_ERROR
    }
  }
}

/// The bits of `SpanFlags`: the flags of W3C, and the origin of the context.
private enum SpanFlags {
  /// The span was sampled and belongs to this process.
  static let ofThisProcess: Int32 = 0x101

  /// The span was sampled and belongs to another process.
  static let ofAnotherProcess: Int32 = 0x301
}
