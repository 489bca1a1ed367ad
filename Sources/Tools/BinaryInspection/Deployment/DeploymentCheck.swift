package import ModuleGraph

/// The reasons not to deploy a build while another build runs on a store.
///
/// It knows names and types only. Payloads are decoded by the program to deploy.
package struct DeploymentCheck: Sendable, Hashable, Encodable {
  /// A reason not to deploy, or a remark about a case that cannot be decided.
  package struct Reason: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The kind of a reason.
    package enum Code: String, Sendable, Hashable, Encodable, CaseIterable {
      /// Stored jobs have a name that the new build does not declare.
      case undeclaredJob
      /// Stored jobs are in a queue from which the new build claims none.
      case unclaimedQueue
      /// The new build cannot read the payloads of stored jobs.
      case unreadablePayload
      /// The new build cannot read the results of steps of unfinished flows.
      case unreadableResult
      /// The new build calls other steps than stored jobs have completed.
      case changedSteps
      /// The new build cannot read the payloads or results of jobs that the old build still stores.
      case unreadableForNewBuild
      /// The old build cannot read the payloads or results of jobs of the new build.
      case unreadableForOldBuild
      /// The old build does not run jobs of a name, because it does not declare it.
      case unknownToOldBuild
      /// A durable schedule has no task in the new build, or one that is not durable.
      case missingSchedule
      /// A durable schedule has another definition in the new build.
      case changedSchedule
      /// An external route no longer exists, or is not as it was.
      case brokenRoute
      /// A wire no longer exists.
      case missingWire
    }

    package let code: Code
    /// The declaration: `job Invoice`.
    package let subject: String
    /// A sentence without a period.
    package let message: String
    /// The source location in the new build, or in the old one if it was removed.
    package let place: CodeLocation?
    /// The number of stored jobs that are affected.
    package let count: Int?
    /// The identifier of one of these jobs.
    package let example: String?

    package var description: String {
      (place.map { "\($0): " } ?? "") + "\(message) [\(code.rawValue)]"
    }
  }

  /// The reasons, ordered by kind and name.
  package let reasons: [Reason]
  /// The cases that cannot be decided, and jobs that the old build leaves to the new one.
  package let remarks: [Reason]

  /// A Boolean value that indicates whether no reason was found.
  package var canDeploy: Bool { reasons.isEmpty }

  /// Checks a deployment.
  ///
  /// - Parameters:
  ///   - old: The running build.
  ///   - new: The build to deploy.
  ///   - schemas: The types of both builds.
  ///   - store: The names in the store that both builds use.
  /// - Complexity: O(*n* log *n*) in the declarations, and O(*n*) in the names of the store. Each
  ///   renamed declaration takes a visit of all wires.
  package init(
    from old: ModuleGraph, to new: ModuleGraph, schemas: (old: DataSchemas, new: DataSchemas),
    store: StoreInventory = StoreInventory()
  ) {
    let jobs = JobReasons(from: old, to: new, schemas: schemas)
    let findings =
      store.jobs.flatMap { jobs.reasons(of: $0) }
      + store.results.flatMap { jobs.reasons(of: $0) }
      + store.stepped.flatMap { jobs.reasons(of: $0) }
      + jobs.reasonsOfRollingDeployment(
        storedNames: Set(store.jobs.lazy.filter { $0.count > 0 }.map(\.name)))
      + ScheduleReasons(from: old, to: new, store: store).reasons
      + Self.reasons(
        of: SurfaceDifference(from: old, to: new), renamedWires: Self.formerNamesOfWires(in: new))
    let sorted = findings.sorted { Self.comesBefore($0.reason, $1.reason) }
    reasons = sorted.filter { !$0.isRemark }.map(\.reason)
    remarks = sorted.filter(\.isRemark).map(\.reason)
  }

  /// A reason, or a remark.
  struct Item {
    let reason: Reason
    var isRemark = false
  }

  private static func comesBefore(_ left: Reason, _ right: Reason) -> Bool {
    let order = Reason.Code.allCases
    let (one, other) = (order.firstIndex(of: left.code) ?? 0, order.firstIndex(of: right.code) ?? 0)
    return (one, left.subject, left.message) < (other, right.subject, right.message)
  }

  /// Returns the reasons of declarations that other programs or parts rely on.
  private static func reasons(
    of difference: SurfaceDifference, renamedWires: Set<String>
  ) -> [Item] {
    difference.changes.compactMap { change in
      let code: Reason.Code
      let message: String
      let subject = "\(change.kind) \(change.name)"
      switch ModuleGraph.Node.Kind(rawValue: change.kind) {
      case .route where change.level == .storedData:
        code = .brokenRoute
        message = "the external \(subject) is not as it was: \(change.breaks ?? "")"
      case .wire where change.sort == .removed && !renamedWires.contains(change.name):
        code = .missingWire
        message = "the \(subject) no longer exists"
      default: return nil
      }
      return Item(
        reason: Reason(
          code: code, subject: subject, message: message, place: change.place, count: nil,
          example: nil))
    }
  }
  /// Returns the names that wires to renamed declarations had in earlier builds.
  private static func formerNamesOfWires(in graph: ModuleGraph) -> Set<String> {
    var names: Set<String> = []
    for target in graph.nodes where !target.formerNames.isEmpty {
      // The name of a wire ends with its target: `event .shipDidSail -> job SendInvoice`, or
      // `event .shipDidArrive -> job AssignBerth (durable)`.
      let end = " -> \(target.kind.rawValue) "
      for details in ["", " (durable)"] {
        let suffix = target.name + details
        for wire in graph.nodes where wire.kind == .wire && wire.name.hasSuffix(end + suffix) {
          let start = wire.name.dropLast(suffix.count)
          names.formUnion(target.formerNames.map { start + $0 + details })
        }
      }
    }
    return names
  }
}
