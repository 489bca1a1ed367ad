/// A file that a linker or a compiler made, with the records that it carries.
package enum BinaryFile {}
