public import RecordFormat

/// An error of a store.
public struct TaskStoreError: ModularityError {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The library of the database is missing or unsuitable.
    public static let missingLibrary = Code(name: "missingLibrary")

    /// The library of the database is too old.
    public static let oldLibrary = Code(name: "oldLibrary")

    /// The file cannot be used as a store.
    public static let unsuitableFile = Code(name: "unsuitableFile")

    /// The store was written by a later version of this package.
    public static let laterVersion = Code(name: "laterVersion")

    /// The manager already has a store.
    public static let secondStore = Code(name: "secondStore")

    /// The server cannot be reached, or the connection to it is lost.
    public static let connection = Code(name: "connection")

    /// The server is too old.
    public static let oldServer = Code(name: "oldServer")

    /// The database has reported an error.
    public static let database = Code(name: "database")

    /// The manager has no store of jobs.
    public static let noJobs = Code(name: "noJobs")

    /// No job with this name is declared in this process.
    public static let unknownJob = Code(name: "unknownJob")

    /// Two jobs have the same name.
    public static let duplicateJob = Code(name: "duplicateJob")

    /// The name of a job or of its queue is reserved for the fires of schedules.
    public static let reservedName = Code(name: "reservedName")

    /// The payload has another type than the declaration of the job.
    public static let unfitPayload = Code(name: "unfitPayload")

    /// A trait that only a declaration can have was passed for one job.
    public static let unfitTrait = Code(name: "unfitTrait")

    /// Another job holds the unique key of a step.
    public static let heldKey = Code(name: "heldKey")

    /// The steps of a flow cannot run as they are declared.
    public static let unfitFlow = Code(name: "unfitFlow")

    /// The caller's transaction cannot be used to store jobs of the manager's store.
    public static let unfitTransaction = Code(name: "unfitTransaction")

    /// The steps of a job do not fit its stored steps, or are not called one after the other.
    public static let unfitStep = Code(name: "unfitStep")

    /// A signal was sent to a job that has ended or does not exist.
    public static let unfitSignal = Code(name: "unfitSignal")

    /// A job has no result, or a result of another type.
    public static let noResult = Code(name: "noResult")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source location of the rejected call, if it is known.
  public let location: CodeLocation?

  /// The name of the unknown job, for ``Code/unknownJob``.
  package var job: String?

  /// The error that caused this one.
  public let underlyingError: (any Error)?

  /// Creates an error, for stores that are implemented elsewhere as well.
  public init(
    _ code: Code, _ message: String, at location: CodeLocation? = nil,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.location = location
    self.underlyingError = underlyingError
  }
}
