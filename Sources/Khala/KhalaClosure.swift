/// The values that a routing function gets beside its closures: those of the query, and
/// those that the caller gave.
public typealias KhalaInfo = [String: Any]

/// A closure that a caller hands to a routing function, which may keep it and
/// call it from anywhere.
public typealias KhalaClosure = @Sendable ([String: any Sendable]) -> Void
