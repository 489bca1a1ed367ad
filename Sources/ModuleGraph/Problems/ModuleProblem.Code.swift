extension ModuleProblem.Code {
  private init(_ word: String) { self.init(rawValue: word) }

  /// The JSON of a record cannot be read.
  public static let unreadableDetail = Self("unreadableDetail")
  /// Two declarations have one key, which must be unique.
  public static let duplicateKey = Self("duplicateKey")
  /// Two records have one id.
  public static let duplicateRecord = Self("duplicateRecord")

  /// Names were not compared with all others, as there are too many or they are too
  /// long.
  public static let suggestionsCutOff = Self("suggestionsCutOff")
  /// A wire leads to more than its edges show.
  public static let wireEndsCutOff = Self("wireEndsCutOff")

  /// Two tasks have one name.
  public static let duplicateTask = Self("duplicateTask")
  /// Tasks require each other in a cycle.
  public static let taskCycle = Self("taskCycle")
  /// Tasks wait for each other in a cycle that the planner breaks.
  public static let brokenTaskCycle = Self("brokenTaskCycle")
  /// A task depends on one that does not exist.
  public static let unknownDependency = Self("unknownDependency")
  /// A task depends on itself.
  public static let selfDependency = Self("selfDependency")
  /// A task requires one of another event.
  public static let dependencyOfOtherEvent = Self("dependencyOfOtherEvent")
  /// A schedule cannot be read, or has no moment that comes.
  public static let scheduleNeverFires = Self("scheduleNeverFires")

  /// Two routes match the same addresses with the same precedence.
  public static let conflictingRoutes = Self("conflictingRoutes")
  /// Whatever a route matches, another one gets.
  public static let unreachableRoute = Self("unreachableRoute")
  /// Some routes were not compared with those of higher priorities.
  public static let routesNotCompared = Self("routesNotCompared")
  /// Two routing classes have one name.
  public static let duplicateClass = Self("duplicateClass")
  /// The pattern of a route cannot be read.
  public static let invalidPattern = Self("invalidPattern")
  /// A contract calls a route that does not exist.
  public static let missingRoute = Self("missingRoute")
  /// A contract and its route do not agree.
  public static let brokenContract = Self("brokenContract")

  /// The end of a wire does not exist.
  public static let missingWireEnd = Self("missingWireEnd")
  /// Two wires join the same ends.
  public static let duplicateWire = Self("duplicateWire")
  /// Wires form a cycle.
  public static let wireLoop = Self("wireLoop")

  /// Declarations use relay keys of the same name with different types.
  public static let mistypedKey = Self("mistypedKey")

  /// Nothing listens to an event that a wire triggers.
  public static let unheardEvent = Self("unheardEvent")
  /// A wire, a callback or an observer takes from what nothing else names, while
  /// something is nearly called so.
  public static let nearlySameName = Self("nearlySameName")
}
