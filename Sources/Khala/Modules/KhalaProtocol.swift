/// Marks the routing classes that `Khala.registWithKhalaProtocol()` registers.
///
/// It asks for nothing.
public protocol KhalaProtocol {}
