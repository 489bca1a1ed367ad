public import Foundation

/// Every `NSObject` has `bearerRelays` for its properties, and `bondableRelays` for its
/// observables.
///
/// On Apple platforms, `bondableRelays` has those of its other properties, too, that
/// can be observed by their keys.
extension NSObject: RelayBearing {}
