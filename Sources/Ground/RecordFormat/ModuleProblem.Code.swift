extension ModuleProblem {
  /// The kind of a problem.
  ///
  /// Later releases may add kinds.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }
  }
}

extension ModuleProblem.Code {
  private init(_ word: String) { self.init(rawValue: word) }

  /// The JSON data of a record cannot be read.
  public static var unreadableDetail: Self { Self("unreadableDetail") }
  /// Two declarations have the same key, which must be unique.
  public static var duplicateKey: Self { Self("duplicateKey") }
  /// Two records have the same identifier.
  public static var duplicateRecord: Self { Self("duplicateRecord") }

  /// A record has a version that this release cannot read.
  public static var unknownVersion: Self { Self("unknownVersion") }
  /// Bytes look like a record, but are not valid.
  public static var malformedRecord: Self { Self("malformedRecord") }
  /// The accessor of a record is outside the code of its image.
  public static var foreignAccessor: Self { Self("foreignAccessor") }
  /// The same declaration was linked into two images.
  public static var repeatedRecord: Self { Self("repeatedRecord") }
  /// A record was loaded with a type that is different from the declared one.
  public static var typeMismatch: Self { Self("typeMismatch") }
  /// An entry of the list of disabled records is malformed.
  public static var invalidFilter: Self { Self("invalidFilter") }
  /// An entry of the list of disabled records matches no record.
  public static var unmatchedFilter: Self { Self("unmatchedFilter") }
  /// The records of an image were omitted because it could not be kept loaded.
  public static var imageNotPinned: Self { Self("imageNotPinned") }
  /// The loader rejected a library.
  public static var libraryNotLoaded: Self { Self("libraryNotLoaded") }
  /// Some images were not read because the memory was insufficient.
  public static var imagesMissed: Self { Self("imagesMissed") }

  /// Names were not compared with all others, because they are too many or too long.
  public static var suggestionsCutOff: Self { Self("suggestionsCutOff") }
  /// The wire has more ends than its edges show.
  public static var wireEndsCutOff: Self { Self("wireEndsCutOff") }

  /// Two tasks have the same name.
  public static var duplicateTask: Self { Self("duplicateTask") }
  /// Tasks require each other in a cycle.
  public static var taskCycle: Self { Self("taskCycle") }
  /// Tasks wait for each other in a cycle that the planner breaks.
  public static var brokenTaskCycle: Self { Self("brokenTaskCycle") }
  /// A task depends on one that does not exist.
  public static var unknownDependency: Self { Self("unknownDependency") }
  /// A task depends on itself.
  public static var selfDependency: Self { Self("selfDependency") }
  /// A task requires a task of another event.
  public static var dependencyOfOtherEvent: Self { Self("dependencyOfOtherEvent") }
  /// A schedule cannot be read, or never fires.
  public static var scheduleNeverFires: Self { Self("scheduleNeverFires") }

  /// Two routes match the same addresses with the same precedence.
  public static var conflictingRoutes: Self { Self("conflictingRoutes") }
  /// Another route takes precedence for all addresses of a route.
  public static var unreachableRoute: Self { Self("unreachableRoute") }
  /// Some routes were not compared with routes of higher priorities.
  public static var routesNotCompared: Self { Self("routesNotCompared") }
  /// Two routing classes have the same name.
  public static var duplicateClass: Self { Self("duplicateClass") }
  /// The pattern of a route cannot be read.
  public static var invalidPattern: Self { Self("invalidPattern") }
  /// A contract calls a route that does not exist.
  public static var missingRoute: Self { Self("missingRoute") }
  /// A contract does not match its route.
  public static var brokenContract: Self { Self("brokenContract") }

  /// The end of a wire does not exist.
  public static var missingWireEnd: Self { Self("missingWireEnd") }
  /// Two wires connect the same ends.
  public static var duplicateWire: Self { Self("duplicateWire") }
  /// Wires form a cycle.
  public static var wireLoop: Self { Self("wireLoop") }

  /// Declarations use relay keys of the same name with different types.
  public static var mistypedKey: Self { Self("mistypedKey") }

  /// The earlier name of a declaration is a name of another one.
  public static var takenFormerName: Self { Self("takenFormerName") }

  /// No callback listens to an event that a wire triggers.
  public static var unheardEvent: Self { Self("unheardEvent") }
  /// A callback that runs only once listens to an event that a wire triggers repeatedly.
  public static var callbackRunsOnce: Self { Self("callbackRunsOnce") }

  /// Jobs wait for a job with the same order key, whose latest attempt has failed.
  public static var heldOrderKey: Self { Self("heldOrderKey") }
  /// The name of the source of a wire, a callback or an observer is not declared, but another name
  /// is nearly the same.
  public static var nearlySameName: Self { Self("nearlySameName") }

  /// Code uses a name that no module declares, or that is nearly the same as another.
  public static var unresolvedUse: Self { Self("unresolvedUse") }
  /// A declaration is not used in the program.
  public static var unusedDeclaration: Self { Self("unusedDeclaration") }

  /// A library that was opened after the only occurrence of an event declared a callback for it.
  public static var missedEvent: Self { Self("missedEvent") }
}
