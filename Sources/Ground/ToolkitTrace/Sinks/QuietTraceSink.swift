/// A sink that ends no spans while it receives one, nor starts tasks that do.
///
/// It needs no protection from itself, and costs a thread that ends a span half as much.
package protocol QuietTraceSink: TraceSink {}
