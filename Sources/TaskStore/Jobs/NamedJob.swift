/// A job that is named by a type, which the modules that enqueue it and the one that declares it
/// share.
///
/// ```swift
/// struct Order: Codable, Sendable { var number: Int }
///
/// enum OrderPlaced: NamedJob {
///   typealias Payload = Order
///   static let queue = "orders"
/// }
///
/// #job(OrderPlaced.self, .retry(upTo: 8)) { (order: Order, context: JobContext) in
///   try await pack(order)
/// }
///
/// let id = try await Jobs.enqueue(OrderPlaced.self, Order(number: 7))
/// ```
///
/// A payload of another type is an error of the compiler, in the declaration and in each call. The
/// name of the job is the type's own, without those of its module and of the types around it: two
/// types of one name are two declarations of one job.
///
/// Declare a type for it that has no other purpose, such as an enumeration without cases.
public protocol NamedJob {
  /// The type of what the job is about.
  associatedtype Payload: Codable & Sendable

  /// The queue that its jobs are in: `"default"`, unless the type says otherwise.
  static var queue: String { get }
}

extension NamedJob {
  /// The queue that is named `"default"`.
  public static var queue: String { "default" }

  /// The name of the job.
  ///
  /// It is no requirement, so that a type cannot have another than `#job` reads.
  static var jobName: String { "\(Self.self)" }
}
