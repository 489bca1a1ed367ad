/// The comparison of a route with its old version.
struct RouteComparison {
  typealias Reason = KhalaRouteChanges.Reason

  let old: KhalaRouteMap.Route
  let new: KhalaRouteMap.Route
  let oldPattern: RoutePattern?
  let newPattern: RoutePattern?

  /// The differences, at least one.
  var reasons: [Reason] {
    let reasons = address + route + function
    return reasons.isEmpty ? [.harmless("its declaration is spelled differently")] : reasons
  }

  // MARK: - The route

  private var address: [Reason] {
    var reasons: [Reason] = []
    let lost = old.schemes.filter { !new.schemes.contains($0) }
    if old.schemes != new.schemes {
      if new.schemes.isEmpty {
        reasons.append(.harmless("it now accepts any scheme"))
      } else if old.schemes.isEmpty {
        reasons.append(
          .breaking(
            "it now accepts no scheme except \(new.schemes.joined(separator: " and "))"))
      } else if !lost.isEmpty {
        reasons.append(.breaking("it no longer accepts \(lost.joined(separator: " and "))"))
      } else {
        reasons.append(.harmless("it now accepts \(new.schemes.joined(separator: " and "))"))
      }
    }
    guard let oldPattern, let newPattern,
      oldPattern.segments != newPattern.segments || oldPattern.optionals != newPattern.optionals
    else {
      if old.pattern != new.pattern {
        reasons.append(.harmless("its pattern was '\(old.pattern)'"))
      }
      return reasons
    }
    reasons.append(
      newPattern.takesAll(of: oldPattern)
        ? .harmless("its pattern was '\(old.pattern)'")
        : .breaking("its pattern was '\(old.pattern)', which matches more addresses"))
    return reasons
  }

  private var route: [Reason] {
    var reasons: [Reason] = []
    if old.priority != new.priority {
      // The tables show from which routes this takes addresses.
      reasons.append(.harmless("its priority was \(old.priority) and is now \(new.priority)"))
    }
    switch (old.access, new.access) {
    case (.external, .internal):
      reasons.append(.breaking("it is no longer open to URLs from outside"))
    case (.internal, .external): reasons.append(.harmless("it is now open to URLs from outside"))
    default: break
    }
    if old.className != new.className || old.function?.name != new.function?.name {
      reasons.append(.harmless("it called \(old.destination)"))
    } else if old.typeName != new.typeName {
      reasons.append(.harmless("its class is now \(new.typeName ?? "unknown")"))
    }
    if old.condition != new.condition {
      reasons.append(
        new.condition.map { .breaking("it now exists only if \($0)") }
          ?? .harmless("it now exists unconditionally"))
    }
    return reasons
  }

  // MARK: - The function

  private var function: [Reason] {
    guard let before = old.function, let now = new.function else { return [] }
    return values(before, now) + others(before, now) + result(before, now) + effects(before, now)
  }

  private func values(_ before: KhalaRouteMap.Function, _ now: KhalaRouteMap.Function) -> [Reason] {
    // A capture may be renamed, because addresses do not contain its name.
    let names = zip(oldPattern?.captureNames ?? [], newPattern?.captureNames ?? [])
    let renamed = Dictionary(names, uniquingKeysWith: { first, _ in first })
    let provided = newPattern.map { pattern in
      Set(pattern.requiredSegments.flatMap(\.captureNames))
    }
    var added = now.values
    var reasons: [Reason] = []
    var removed: [KhalaRouteMap.Parameter] = []
    for parameter in before.values {
      guard let name = parameter.name else { continue }
      guard let index = added.firstIndex(where: { $0.name == renamed[name] ?? name }) else {
        removed.append(parameter)
        continue
      }
      reasons += value(parameter, added.remove(at: index), isProvided: provided ?? [])
    }
    for parameter in removed {
      let type = TypeSpelling(parameter.type)
      if let index = added.firstIndex(where: { TypeSpelling($0.type).matches(type) }) {
        let other = added.remove(at: index)
        reasons.append(
          .breaking("its value '\(parameter.name ?? "")' is now named '\(other.name ?? "")'"))
      } else {
        reasons.append(.breaking("it no longer takes '\(parameter.name ?? "")'"))
      }
    }
    for parameter in added {
      let name = parameter.name ?? ""
      reasons.append(
        parameter.isRequired && !(provided ?? []).contains(name)
          ? .breaking("it now needs '\(name)' of type \(parameter.type)")
          : .harmless("it now takes '\(name)' of type \(parameter.type)"))
    }
    return reasons
  }

  private func value(
    _ before: KhalaRouteMap.Parameter, _ now: KhalaRouteMap.Parameter, isProvided: Set<String>
  ) -> [Reason] {
    let name = now.name ?? ""
    var reasons: [Reason] = []
    let (type, newType) = (TypeSpelling(before.type), TypeSpelling(now.type))
    if !newType.matches(type) {
      let isOnlyOptional = (newType.wrapped ?? newType).matches(type.wrapped ?? type)
      let message = "its value '\(name)' was \(before.type) and is now \(now.type)"
      reasons.append(isOnlyOptional ? .harmless(message) : .breaking(message))
    }
    if now.isRequired, !before.isRequired, !isProvided.contains(name) {
      reasons.append(.breaking("it now needs '\(name)'"))
    } else if before.isRequired, !now.isRequired {
      reasons.append(.harmless("'\(name)' may now be omitted"))
    } else if before.defaultValue != now.defaultValue, !now.isRequired {
      reasons.append(
        .harmless(
          "the default of '\(name)' was \(before.defaultValue ?? "nil") and is now "
            + (now.defaultValue ?? "nil")))
    }
    return reasons
  }

  private func others(_ before: KhalaRouteMap.Function, _ now: KhalaRouteMap.Function) -> [Reason] {
    var reasons: [Reason] = []
    let needed = (
      before.closures.count(where: \.isRequired), now.closures.count(where: \.isRequired)
    )
    if now.closures.count < before.closures.count || needed.1 > needed.0 {
      reasons.append(
        .breaking(
          "it took \(closures(before)) and now takes \(closures(now))"))
    } else if now.closures.count != before.closures.count || needed.1 != needed.0 {
      reasons.append(.harmless("it took \(closures(before)) and now takes \(closures(now))"))
    }
    if before.takesInfo, !now.takesInfo {
      reasons.append(.breaking("it no longer takes all values of a call"))
    } else if now.takesInfo, !before.takesInfo {
      reasons.append(.harmless("it now takes all values of a call"))
    }
    return reasons
  }

  private func closures(_ function: KhalaRouteMap.Function) -> String {
    let count = function.closures.count
    let needed = function.closures.count(where: \.isRequired)
    let noun = count == 1 ? "closure" : "closures"
    return count == needed ? "\(count) \(noun)" : "\(count) \(noun), \(needed) of them needed"
  }

  private func result(_ before: KhalaRouteMap.Function, _ now: KhalaRouteMap.Function) -> [Reason] {
    let (type, newType) = (TypeSpelling(before.result ?? "()"), TypeSpelling(now.result ?? "()"))
    guard !newType.matches(type) else { return [] }
    let message =
      "it returned \(before.result ?? "nothing") and now returns \(now.result ?? "nothing")"
    // A nonoptional result can be used where an optional one is expected.
    return [type.wrapped?.matches(newType) == true ? .harmless(message) : .breaking(message)]
  }

  private func effects(
    _ before: KhalaRouteMap.Function, _ now: KhalaRouteMap.Function
  ) -> [Reason] {
    var reasons: [Reason] = []
    if now.isAwaited != before.isAwaited {
      reasons.append(
        now.isAwaited
          ? .breaking("callers must now await it") : .harmless("callers need not await it"))
    } else if now.isolation == "MainActor", before.isolation == nil, !now.isAwaited {
      reasons.append(.breaking("it now belongs to the main actor, so other callers must await it"))
    }
    if now.canThrow, !before.canThrow { reasons.append(.harmless("it may now throw")) }
    return reasons
  }
}

extension RoutePattern {
  /// Returns whether the segments of the two patterns show that this pattern matches every path that
  /// the other matches.
  fileprivate func takesAll(of other: RoutePattern) -> Bool {
    let root = RouteNode(RouteVariant.all(of: self, entry: 0, priority: 1))
    var steps = RouteProblem.coverSteps
    return other.variants.allSatisfy {
      root.cover(of: $0[...], schemes: schemes, above: 0, steps: &steps) != nil
    }
  }
}
