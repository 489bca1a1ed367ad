/// What a routing function is told beside its closures: the values of the
/// query, and whatever the caller gave along.
public typealias KhalaInfo = [String: Any]

/// A closure that a caller hands to a routing function, which may keep it and
/// call it from anywhere.
public typealias KhalaClosure = @Sendable ([String: any Sendable]) -> Void
