@NullMarked
package dev.hundi.beneficiary;

import org.jspecify.annotations.NullMarked;
