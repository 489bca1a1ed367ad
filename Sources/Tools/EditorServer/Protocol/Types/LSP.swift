/// The types of the Language Server Protocol, version 3.17, that this server uses.
///
/// They have the names that the protocol gives them, and of their members those that are read
/// or written here.
package enum LSP {}
