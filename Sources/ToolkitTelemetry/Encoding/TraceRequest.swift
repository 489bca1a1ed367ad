internal import ToolkitTrace

/// Encodes spans as an `ExportTraceServiceRequest` of OTLP, in JSON.
///
/// Identifiers are hexadecimal, 64-bit numbers are strings, and enumerations are numbers, as
/// <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding> has them. Each module is
/// an instrumentation scope.
///
/// The trace has the 16 bytes of the process's ``TraceID``, and a span the 8 bytes of its
/// ``TraceSpanID``, the most significant first: the same that ``TraceLink/traceParent`` has.
/// Both are unique, as the first is random and the second counts.
struct TraceRequest {
  /// The schema of the attributes' names.
  static let schema = "https://opentelemetry.io/schemas/1.44.0"

  private let trace: TraceID
  private let resource: [UInt8]

  /// Encodes the spans of a trace and of a resource, which is encoded only once.
  init(trace: TraceID = .current, resource: TelemetryResource) {
    self.trace = trace
    var json = JSONWriter()
    json.object { json in
      json.attributes(resource.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    self.resource = json.bytes
  }

  /// Encodes a batch, without a newline.
  func encode(_ spans: [TraceSpan], at time: WallTime) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.name("resourceSpans")
      json.array { json in
        json.object { json in
          json.name("resource")
          json.encoded(resource)
          json.name("scopeSpans")
          json.array { json in
            for scope in Self.scopes(of: spans) { encode(scope, at: time, in: &json) }
          }
          json.name("schemaUrl")
          json.string(Self.schema)
        }
      }
    }
    return json.bytes
  }

  /// The spans of each module, in the order in which modules occur.
  private static func scopes(of spans: [TraceSpan]) -> [(module: String, spans: [TraceSpan])] {
    var scopes: [(module: String, spans: [TraceSpan])] = []
    var indices: [String: Int] = [:]
    for span in spans {
      let index = indices[span.module] ?? scopes.count
      if index == scopes.count {
        indices[span.module] = index
        scopes.append((span.module, []))
      }
      scopes[index].spans.append(span)
    }
    return scopes
  }

  private func encode(
    _ scope: (module: String, spans: [TraceSpan]), at time: WallTime, in json: inout JSONWriter
  ) {
    json.object { json in
      json.name("scope")
      json.object { json in
        json.name("name")
        json.string(scope.module)
      }
      json.name("spans")
      json.array { json in
        for span in scope.spans { encode(span, at: time, in: &json) }
      }
    }
  }

  private func encode(_ span: TraceSpan, at time: WallTime, in json: inout JSONWriter) {
    let conventions = SpanConventions(span)
    json.object { json in
      json.name("traceId")
      json.hexadecimal(trace)
      json.name("spanId")
      json.hexadecimal(span.id.rawValue)
      if let cause = span.cause {
        json.name("parentSpanId")
        json.hexadecimal(cause.rawValue)
      }
      json.name("flags")
      json.number(SpanFlags.ofThisProcess)
      json.name("name")
      json.string(conventions.name)
      json.name("kind")
      json.number(conventions.kind.rawValue)
      json.name("startTimeUnixNano")
      json.quotedNumber(time.nanoseconds(at: span.start))
      json.name("endTimeUnixNano")
      json.quotedNumber(time.nanoseconds(at: span.end))
      json.attributes(conventions.attributes)
      encode(span.links, in: &json)
      encode(failure: conventions.failure, in: &json)
    }
  }

  private func encode(_ links: [TraceLink], in json: inout JSONWriter) {
    guard !links.isEmpty else { return }
    json.name("links")
    json.array { json in
      for link in links {
        json.object { json in
          json.name("traceId")
          json.hexadecimal(link.trace)
          json.name("spanId")
          json.hexadecimal(link.span.rawValue)
          json.name("flags")
          json.number(link.trace == trace ? SpanFlags.ofThisProcess : SpanFlags.ofAnotherProcess)
        }
      }
    }
  }

  private func encode(failure: String?, in json: inout JSONWriter) {
    guard let failure else { return }
    json.name("status")
    json.object { json in
      json.name("message")
      json.string(failure)
      json.name("code")
      json.number(2)  // STATUS_CODE_ERROR
    }
  }
}

/// The bits of `SpanFlags`: the flags of W3C, and the origin of the context.
private enum SpanFlags {
  /// Sampled, and known to be local.
  static let ofThisProcess: Int32 = 0x101

  /// Sampled, and known to be remote.
  static let ofAnotherProcess: Int32 = 0x301
}

extension JSONWriter {
  fileprivate mutating func hexadecimal(_ trace: TraceID) {
    hexadecimal(
      UInt64(truncatingIfNeeded: trace.rawValue >> 64), UInt64(truncatingIfNeeded: trace.rawValue))
  }
}
