/* upc-lex-plugin.h - how UPC's lexical step is switched on.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef UPC_LEX_PLUGIN_H
#define UPC_LEX_PLUGIN_H

/* Register the pragma that begins it; call this from PLUGIN_PRAGMAS.  */
extern void upc_lex_register_pragma (void);

#endif /* UPC_LEX_PLUGIN_H */
