import Declarations
import ModuleGraph
import SourceInspection
import Spelling

extension EditorAnswers {
  /// Returns the problem of a URL that matches no route.
  func problem(
    ofURL url: String, at place: NamedPlace, in document: OpenDocument
  ) -> EditorProblem? {
    // A declared pattern needs no other route. A URL that starts with an interpolation is only
    // known at run time.
    let path = url.splitQuery.path
    guard routes(of: url).isEmpty, !place.declaresName, !path.withoutScheme.hasPrefix("{}")
    else { return nil }
    let near = nearestURLs(to: url)
    let (code, severity): (ModuleProblem.Code, ModuleProblem.Severity) =
      switch place.relation {
      case .wire: (.missingWireEnd, .error)
      case .contract: (.missingRoute, .error)
      default: (.missingRoute, .warning)
      }
    return EditorProblem(
      range: place.range, severity: severity, code: code.rawValue,
      message: "no route matches '\(url)'.\(NearestNames.question(near)) "
        + "Correct the URL, or declare the route.",
      fixes: near.map { .replacing(place.range, by: $0, in: document.path) }
        + [DeclarationSkeleton(url: path)].compactMap(\.self).map { $0.fix(in: document) })
  }

  /// Returns the problem of a call through a contract whose URL matches no route.
  ///
  /// The problem has no fixes, because the URL is in the declaration of the contract, whose file
  /// may not be open.
  func problem(ofContract function: String, at place: NamedPlace) -> EditorProblem? {
    let contracts = constants(of: MemberKey(role: .url, member: function))
    guard let contract = contracts.first, contracts.allSatisfy({ routes(of: $0.name).isEmpty })
    else { return nil }
    return EditorProblem(
      range: place.range, severity: .warning, code: ModuleProblem.Code.missingRoute.rawValue,
      message: """
        no route matches '\(contract.name)', which the contract '\(function)' at \
        \(fileID(of: contract.path)):\(contract.line) calls. Correct the URL there, or declare the \
        route.
        """)
  }

  /// Returns the problem of a name without a declaration or a listener.
  func problem(
    ofName role: NameRole, _ name: String, at place: NamedPlace, in document: OpenDocument,
    search: inout SuggestionSearch
  ) -> EditorProblem? {
    guard let id = role.id(name), !name.contains("{}"), !place.declaresName,
      !isKnown(id, role: role, at: place, in: document)
    else { return nil }
    let near = search.nearest(to: name, role: role)
    guard let (code, severity) = code(of: role, place.relation, hasNearNames: !near.isEmpty) else {
      return nil
    }
    return EditorProblem(
      range: place.range, severity: severity, code: code.rawValue,
      message: "no \(role.noun) has the name '\(name)'.\(NearestNames.question(near)) "
        + "Correct the name, or declare it.",
      fixes: near.map { .replacing(place.range, by: $0, in: document.path) }
        + [DeclarationSkeleton(role, name: name)].compactMap(\.self).map { $0.fix(in: document) })
  }

  /// Returns whether code may use a name.
  ///
  /// A task or a job must be declared. An event, a relay or a notification must be named at another
  /// place. If the place triggers an event, at least one other place must not trigger it.
  private func isKnown(
    _ id: ModuleGraph.Node.ID, role: NameRole, at place: NamedPlace, in document: OpenDocument
  ) -> Bool {
    switch role {
    case .task, .job: return isDeclared(id)
    case .taskEvent where TaskSchema.eventNames.contains { role.id($0) == id }: return true
    default:
      let own = Site.Anchor.range(place.range)
      let others = sites(of: [id]) { _ in true }.filter {
        $0.path != document.path || $0.anchor != own
      }
      return place.relation == .trigger
        ? others.contains { $0.relation != .trigger } : !others.isEmpty
    }
  }

  /// Returns whether a name has a definition, or a place in a file that is not open.
  func isNamedElsewhere(_ id: ModuleGraph.Node.ID) -> Bool {
    isDeclared(id) || (program.sites[id] ?? []).contains { documents[$0.path] == nil }
  }

  private func code(
    of role: NameRole, _ relation: Relation, hasNearNames: Bool
  ) -> (ModuleProblem.Code, ModuleProblem.Severity)? {
    switch (role, relation) {
    case (.task, .wire), (.job, .wire), (.taskEvent, .wire): (.missingWireEnd, .error)
    case (.task, .dependent): (.unknownDependency, .error)
    case (.task, _): (.unknownTask, .error)
    case (.job, _): (.unknownJob, .error)
    case (.event, .trigger), (.event, .wire):
      (.unheardEvent, hasNearNames ? .warning : .notice)
    // Other names need no declaration. They are reported only if a similar name exists, because
    // they may be misspelled.
    default: hasNearNames ? (.nearlySameName, .notice) : nil
    }
  }

  /// Returns the problem of a task that reads the result of a task that it does not depend on.
  func problem(
    ofResult name: String, at place: NamedPlace, in document: OpenDocument
  ) -> EditorProblem? {
    guard place.relation == .reader, let task = document.declaration(around: place.range.start),
      task.kind == .task
    else { return nil }
    let dependencies = document.names(in: task).filter {
      $0.role == .task && ($0.verb == .dependsOn || $0.verb == .after)
    }
    let isDependency = dependencies.contains {
      ids(of: .task, $0.form, $0.text, from: document.module)
        .contains(ModuleGraph.Node.id(.task, name))
    }
    guard !isDependency else { return nil }
    return EditorProblem(
      range: place.range, severity: .error, code: ModuleProblem.Code.noResult.rawValue,
      message: "the task '\(task.name)' reads the result of '\(name)', but does not depend on "
        + "it. Add '\(name)' to 'dependsOn:'.",
      fixes: [DependencyFix(name, of: task, in: document)?.fix].compactMap(\.self))
  }
}

// Problems of names in open texts that the check of a built program does not report. They have the
// codes of the errors at run time.
extension ModuleProblem.Code {
  /// Code names a task that no module declares.
  static var unknownTask: Self { Self(rawValue: "unknownTask") }
  /// Code names a job that no module declares.
  static var unknownJob: Self { Self(rawValue: "unknownJob") }
  /// A task reads the result of a task that it does not depend on.
  static var noResult: Self { Self(rawValue: "noResult") }
}
