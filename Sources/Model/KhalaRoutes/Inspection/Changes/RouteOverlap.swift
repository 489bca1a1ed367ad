/// A generator of addresses that two patterns both match.
///
/// It does not find every such address, but each result proves that one exists.
enum RouteOverlap {
  /// Returns an address that both patterns match and that satisfies a condition.
  static func address(
    of one: RoutePattern, and other: RoutePattern, where isWanted: (RouteAddress) -> Bool
  ) -> RouteAddress? {
    guard let scheme = commonScheme(one.schemes, other.schemes) else { return nil }
    for variant in one.variants {
      for otherVariant in other.variants {
        guard let components = components(variant[...], otherVariant[...]),
          let address = address(scheme.first, components), isWanted(address)
        else { continue }
        return address
      }
    }
    return nil
  }

  /// Returns an array with a common scheme, which is empty if both match any, or `nil` if none
  /// exists.
  private static func commonScheme(_ one: [String], _ other: [String]) -> [String]? {
    if one.isEmpty || other.isEmpty { return Array((one + other).prefix(1)) }
    return one.first(where: other.contains).map { [$0] }
  }

  private static func address(_ scheme: String?, _ components: [String]) -> RouteAddress? {
    guard scheme != nil, let host = components.first else {
      return try? RouteAddress(RouteAddress.Parts(scheme: scheme, components: components))
    }
    return try? RouteAddress(
      RouteAddress.Parts(scheme: scheme, host: host, components: Array(components.dropFirst())))
  }

  private static func components(
    _ one: ArraySlice<RouteSegment>, _ other: ArraySlice<RouteSegment>
  ) -> [String]? {
    let size = max(one.count, other.count)
    guard let one = stretched(one, to: size), let other = stretched(other, to: size) else {
      return nil
    }
    var components: [String] = []
    for (segment, otherSegment) in zip(one, other) {
      guard let component = component(segment, otherSegment) else { return nil }
      components.append(component)
    }
    return components
  }

  /// Returns a number of segments, in which captures replace a rest.
  private static func stretched(
    _ segments: ArraySlice<RouteSegment>, to size: Int
  ) -> [RouteSegment]? {
    guard case .rest(let prefix, let name)? = segments.last else {
      return segments.count == size ? Array(segments) : nil
    }
    let capture = RouteCapture(name: name, converter: nil)
    let first =
      prefix.isEmpty
      ? RouteSegment.capture(capture)
      : .affix(RouteAffix(literals: [prefix, []], captures: [capture]))
    return segments.dropLast() + [first]
      + Array(repeating: .capture(capture), count: size - segments.count)
  }

  /// Returns a component that both segments match.
  private static func component(_ one: RouteSegment, _ other: RouteSegment) -> String? {
    var candidates = samples(of: one) + samples(of: other)
    if case .affix(let affix) = one, case .affix(let otherAffix) = other {
      // The longer start, the literals between captures of both, and the longer end.
      let start = [affix, otherAffix].map { $0.literals[0] }.max { $0.count < $1.count } ?? []
      let end =
        [affix, otherAffix].compactMap(\.literals.last).max { $0.count < $1.count } ?? []
      let (inner, otherInner) = (affix.innerLiterals, otherAffix.innerLiterals)
      for literals in [inner, otherInner, inner + otherInner, otherInner + inner] {
        candidates.append(Array(([start] + literals + [end]).joined(separator: "1".utf8)))
      }
    }
    return candidates.first { one.matches($0) && other.matches($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns components that a segment matches.
  private static func samples(of segment: RouteSegment) -> [[UInt8]] {
    switch segment {
    case .literal(let bytes): return [bytes]
    case .rest: return samples(of: nil)
    case .capture(let capture): return samples(of: capture.converter)
    case .affix(let affix):
      return (0..<2).map { number in
        zip(affix.captures, affix.literals.dropFirst()).reduce(into: affix.literals[0]) {
          component, part in
          let samples = samples(of: part.0.converter)
          if let last = samples.last {
            component += number < samples.count ? samples[number] : last
          }
          component += part.1
        }
      }
    }
  }

  private static func samples(of converter: RouteConverter?) -> [[UInt8]] {
    let texts =
      switch converter?.name {
      case nil: ["x"]
      case "Bool": ["true"]
      case "UInt": ["1"]
      case "Int": ["1", "-1"]
      case "Double": ["1", "1.5"]
      case "UUID": ["00000000-0000-0000-0000-000000000000"]
      default: [String]()
      }
    return texts.map { Array($0.utf8) }
  }
}

extension RouteAffix {
  /// The literals with captures on both sides.
  fileprivate var innerLiterals: [[UInt8]] { Array(literals.dropFirst().dropLast()) }
}
